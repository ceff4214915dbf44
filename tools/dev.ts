import { loadConfig } from "../server/config.ts";
import { startDevServer } from "./dev/dev-server.ts";

// Even if .env says "production": React explains its errors only in development.
process.env.NODE_ENV = "development";
await startDevServer(loadConfig());
