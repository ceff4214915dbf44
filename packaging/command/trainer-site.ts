// The command `trainer-site`: hands its words to the program behind their first one, as the site's user wherever root is not needed.
import { resolve } from "node:path";
import { type CommandName, help } from "./describe.ts";

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
  canary: () => import("../../tools/canary.ts"),
  check: () => import("../../tools/check-launch.ts"),
  content: () => import("./content.ts"),
  // Not for people: what the service runs, and what the package runs when it is installed or upgraded.
  serve: () => import("./serve.ts"),
  activate: () => import("./activate.ts"),
  // The parts of commands that the site's user does.
  copy: () => import("../../tools/backup.ts"),
  "copy-database": () => import("./copy-database.ts"),
  "put-back": () => import("../../tools/restore.ts"),
  take: () => import("../../tools/photo.ts"),
  "own-content": () => import("./own-content.ts"),
  "put-content": () => import("./put-content.ts"),
} satisfies Record<CommandName, () => Promise<unknown>> & Record<string, () => Promise<unknown>>;

/** They need root for a part of their work, and give it up themselves for the rest. */
const asRoot = new Set<string>(["setup", "status", "photo", "backup", "restore", "content", "activate"]);

/** Their words are files, named from where the command was called. */
const takesFiles = new Set<string>(["photo", "backup", "restore", "content"]);

const [calledFrom = "", name = "", ...words] = process.argv.slice(2);
if (!isProgram(name)) {
  const isKnown = name === "" || name === "help" || name === "--help";
  console[isKnown ? "log" : "error"](isKnown ? help() : `Nie ma polecenia „${name}”.\n\n${help()}`);
  process.exitCode = isKnown ? 0 : 2;
} else {
  if (process.getuid?.() === 0 && !asRoot.has(name)) becomeSiteUser();
  const given = takesFiles.has(name) ? words.map((word) => resolve(calledFrom, word)) : words;
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...given);
  await programs[name]();
}

function isProgram(word: string): word is keyof typeof programs {
  return Object.hasOwn(programs, word);
}

function becomeSiteUser(): void {
  process.umask(0o077);
  process.setgroups?.([]);
  process.setgid?.("trainer-site");
  process.setuid?.("trainer-site");
}
