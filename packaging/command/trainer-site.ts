// The command `trainer-site`: runs the program named by its first argument, as the site's user unless it needs root.
import { resolve } from "node:path";
import { type CommandName, help } from "./commands.ts";
import { becomeSiteUser } from "./machine.ts";

const programs = {
  setup: () => import("./setup.ts"),
  status: () => import("./status.ts"),
  panel: () => import("../../tools/panel.ts"),
  publish: () => import("../../tools/publish.ts"),
  rollback: () => import("../../tools/rollback.ts"),
  history: () => import("../../tools/history.ts"),
  enquiries: () => import("../../tools/enquiries.ts"),
  photo: () => import("./photo.ts"),
  backup: () => import("./backup.ts"),
  restore: () => import("./restore.ts"),
  reclaim: () => import("./reclaim.ts"),
  canary: () => import("../../tools/canary.ts"),
  check: () => import("../../tools/check-launch.ts"),
  content: () => import("./content.ts"),
  // Internal: run by the service, and by the package when it is installed or upgraded.
  serve: () => import("./serve.ts"),
  activate: () => import("./activate.ts"),
  // Internal: steps of other commands that run as the site's user.
  copy: () => import("../../tools/backup.ts"),
  "copy-database": () => import("./copy-database.ts"),
  rehearse: () => import("./rehearse.ts"),
  "newest-copy": () => import("./newest-copy.ts"),
  "put-back": () => import("../../tools/restore.ts"),
  take: () => import("../../tools/photo.ts"),
  "own-content": () => import("./own-content.ts"),
  "put-content": () => import("./put-content.ts"),
} satisfies Record<CommandName, () => Promise<unknown>> & Record<string, () => Promise<unknown>>;

/** Commands that need root for some steps. They run the other steps as the site's user. */
const asRoot = new Set<string>(["setup", "status", "photo", "backup", "restore", "content", "activate"]);

/** Commands whose arguments are files, relative to the caller's working directory. */
const takesFiles = new Set<string>(["photo", "backup", "restore", "content"]);

const [calledFrom = "", name = "", ...words] = process.argv.slice(2);
if (!isProgram(name)) {
  const isKnown = name === "" || name === "help" || name === "--help";
  console[isKnown ? "log" : "error"](isKnown ? help() : `Nie ma polecenia „${name}”.\n\n${help()}`);
  process.exitCode = isKnown ? 0 : 2;
} else {
  if (!asRoot.has(name)) becomeSiteUser();
  const given = takesFiles.has(name)
    ? words.map((word) => (word.startsWith("--") ? word : resolve(calledFrom, word)))
    : words;
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...given);
  await programs[name]();
}

function isProgram(word: string): word is keyof typeof programs {
  return Object.hasOwn(programs, word);
}
