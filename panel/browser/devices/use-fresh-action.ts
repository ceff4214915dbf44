import { withFreshIdentity } from "../passkey.ts";
import { useAction } from "../shell/use-action.ts";

/** `useAction` for what the server may want a passkey for. */
export function useFreshAction() {
  const { run, ...action } = useAction();
  return { ...action, run: (step: () => Promise<unknown>) => run(() => withFreshIdentity(step)) };
}
