import { useEffect } from "react";
import { useOnline } from "./online.ts";

const retryMs = 5_000;

/**
 * While something waits for a connection, tries it when there is one and every 5 s besides: a browser that says it is online
 * may be wrong, and one that says it is not, too.
 */
export function useRetry(waits: boolean, attempt: () => Promise<void>): void {
  const online = useOnline();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function is no reason to try at once
  useEffect(() => {
    if (!waits) return;
    const again = () => void attempt();
    if (online) again();
    const timer = setInterval(again, retryMs);
    return () => clearInterval(timer);
  }, [online, waits]);
}
