import { loadConfig } from "../server/config.ts";
import { buildWhenStale } from "./build/build-when-stale.ts";
import { explainBuildFault } from "./build/explain-fault.ts";

await buildWhenStale(loadConfig(), { force: process.argv.includes("--force") }).catch(explainBuildFault);
