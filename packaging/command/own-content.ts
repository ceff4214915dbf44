import { cpSync } from "node:fs";
import { loadConfig } from "../../server/config.ts";

// The sample's pictures come encoded: on a small server that takes minutes.
cpSync("cache", loadConfig().cacheDir, { recursive: true, force: false });
await import("../../tools/content-own.ts");
