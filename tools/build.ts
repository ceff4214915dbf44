import { loadConfig } from "../server/config.ts";
import { buildCodeWhenStale, buildSiteWhenStale, reportBuildError } from "./build/build-when-stale.ts";

const config = loadConfig();
const options = { force: process.argv.includes("--force") };
await buildCodeWhenStale(config, options);
await buildSiteWhenStale(config, options).catch(reportBuildError);
