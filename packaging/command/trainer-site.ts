// The command `trainer-site`: runs the program named by its first argument, as the site's user unless it needs root.
import { resolve } from "node:path";
import { type CommandName, help } from "./commands.ts";
import { becomeSiteUser } from "./machine.ts";

/** Receives its arguments; tools read them from `process.argv` instead. */
type Program = (...args: string[]) => Promise<unknown>;

const programs = {
  setup: async (...args) => (await import("./setup.ts")).setup(args, calledFrom),
  status: () => import("./status.ts"),
  panel: () => import("../../tools/panel.ts"),
  publish: () => import("../../tools/publish.ts"),
  rollback: () => import("../../tools/rollback.ts"),
  history: () => import("../../tools/history.ts"),
  enquiries: () => import("../../tools/enquiries.ts"),
  backup: async (file) => (await import("./file-commands.ts")).backUp(file),
  restore: async (...args) => (await import("./file-commands.ts")).restore(...args),
  reclaim: () => import("./reclaim.ts"),
  canary: () => import("../../tools/canary.ts"),
  check: () => import("../../tools/check-launch.ts"),
  content: async (folder) => (await import("./file-commands.ts")).loadContent(folder),
  // Internal: run by the service, and by the package when it is installed or upgraded.
  serve: () => import("./serve.ts"),
  activate: () => import("./activate.ts"),
  // Internal: steps of other commands that run as the site's user.
  "make-backup": () => import("../../tools/backup.ts"),
  "copy-database": async (file = "") => (await import("./site-steps.ts")).backUpBeforeUpgrade(file),
  rehearse: () => import("./rehearse.ts"),
  "put-back": () => import("../../tools/restore.ts"),
  "own-content": () => import("../../tools/content-own.ts"),
  "put-content": async (folder = "") => (await import("./site-steps.ts")).putContent(folder),
} satisfies Record<CommandName, Program> & Record<string, Program>;

/** Commands that need root for some steps. They run the other steps as the site's user. */
const asRoot = new Set<string>(["setup", "status", "backup", "restore", "content", "activate"]);

/** Commands whose arguments are files, relative to the caller's working directory. */
const takesFiles = new Set<string>(["backup", "restore", "content"]);

const [calledFrom = "", name = "", ...args] = process.argv.slice(2);
const program = Object.hasOwn(programs, name) && (programs[name as keyof typeof programs] as Program);
if (!program) {
  const isKnown = name === "" || name === "help" || name === "--help";
  console[isKnown ? "log" : "error"](isKnown ? help() : `Nie ma polecenia „${name}”.\n\n${help()}`);
  process.exitCode = isKnown ? 0 : 2;
} else {
  if (!asRoot.has(name)) becomeSiteUser();
  const given = takesFiles.has(name)
    ? args.map((arg) => (arg.startsWith("--") ? arg : resolve(calledFrom, arg)))
    : args;
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...given);
  await program(...given);
}
