// Loaded into the server by `--import`, so that the bench can switch its counting of visits off and on, and read its processor time.
import { registerHooks } from "node:module";

const visits = new URL("../server/visits.ts", import.meta.url).href;

registerHooks({
  load(url, context, next) {
    if (url !== visits) return next(url, context);
    const source = `
      import { createVisitCounter as create } from "./visits.ts?counting";
      export * from "./visits.ts?counting";
      export function createVisitCounter(deps) {
        const see = create(deps);
        return (...seen) => { if (globalThis.isCounting) see(...seen); };
      }`;
    return { format: "module", source, shortCircuit: true };
  },
});

process.on("message", ({ isCounting }: { isCounting: boolean }) => {
  Object.assign(globalThis, { isCounting });
  process.send?.(process.cpuUsage());
});
process.on("disconnect", () => process.exit(1));
