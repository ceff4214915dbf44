import { join } from "node:path";
import { ownContent } from "../publishing/kept-content.ts";
import { loadConfig } from "../server/config.ts";

const config = loadConfig();
const contentDir = config.isSample ? join(config.dataDir, "content") : config.contentDir;
const outcome = await ownContent("content", contentDir);
console.log(
  outcome === "made"
    ? `Treść do zmieniania leży teraz w folderze ${contentDir}.`
    : `W folderze ${contentDir} jest już treść. Nic się nie zmieniło.`,
);
