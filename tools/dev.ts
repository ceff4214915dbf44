import { loadConfig } from "../server/config.ts";
import { startDevServer } from "./dev/dev-server.ts";

// Also on a machine whose .env says "production": React explains itself only in development.
process.env.NODE_ENV = "development";
await startDevServer(loadConfig());
