import { CallError } from "../api.ts";
import { confirmIdentity } from "../passkey.ts";
import { useAction } from "../shell/use-action.ts";

/** An action that the server may want a passkey for: it is asked for once, then the action runs again. */
export function useFreshAction() {
  const { busy, problem, run } = useAction();

  async function runFresh(action: () => Promise<unknown>): Promise<void> {
    await run(async () => {
      try {
        await action();
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== "needs-passkey") throw error;
        if ((await confirmIdentity()) !== "done") throw error;
        await action();
      }
    });
  }

  return { busy, problem, run: runFresh };
}
