import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { runAsSite, siteCommand } from "./machine.ts";
import { isOfSite } from "./open-for-site.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) process.exitCode = runAsSite(["own-content"]);
else if (isOfSite(folder)) process.exitCode = runAsSite(["put-content", folder]);
else if (existsSync(folder)) process.exitCode = await send(folder);
else {
  console.error(`Nie ma folderu ${folder}.`);
  process.exitCode = 1;
}

/** Sends a folder that perhaps only root can read to a process of the site's user, as a tar archive. */
async function send(source: string): Promise<number> {
  const words = ["--create", "--dereference", "--mode=u+rwX", "--directory", source, "."];
  const reader = spawn("tar", words, { stdio: ["ignore", "pipe", "inherit"] });
  const { node, args, options } = siteCommand(["put-content", "-"]);
  const writer = spawn(node, args, { ...options, stdio: ["pipe", "inherit", "inherit"] });
  const ended = Promise.all([once(reader, "exit"), once(writer, "exit")]);
  // A reader that fails or a writer that refuses the content says so itself.
  await pipeline(reader.stdout, writer.stdin).catch(() => {});
  const statuses = (await ended).map(([status]) => Number(status ?? 1));
  return Math.max(...statuses);
}
