import { ensureOwnContent } from "../publishing/own-content.ts";
import { loadConfig } from "../server/config.ts";

const config = loadConfig();
console.log(
  (await ensureOwnContent(config))
    ? `Treść do zmieniania leży teraz w folderze ${config.ownContentDir}.`
    : `W folderze ${config.ownContentDir} jest już treść. Nic się nie zmieniło.`,
);
