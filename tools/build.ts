import { loadConfig } from "../server/config.ts";
import { buildCodeWhenStale, buildSiteWhenStale } from "./build/build-when-stale.ts";
import { explainBuildError } from "./build/explain-error.ts";

const config = loadConfig();
const options = { force: process.argv.includes("--force") };
await buildCodeWhenStale(config, options);
await buildSiteWhenStale(config, options).catch(explainBuildError);
