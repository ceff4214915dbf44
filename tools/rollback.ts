import { beforeCurrent } from "../publishing/history.ts";
import { loadConfig } from "../server/config.ts";
import { restorePublication } from "./publish/restore.ts";

const config = loadConfig();
const name = process.argv[2] ?? beforeCurrent(config);
if (name === undefined) {
  console.error("Nie ma wcześniejszej wersji. Nic się nie zmieniło.");
  process.exitCode = 1;
} else await restorePublication(config, name);
