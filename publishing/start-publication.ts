import { join, resolve } from "node:path";
import type { Config } from "../server/config.ts";
import { forkProgram } from "./fork-program.ts";
import type { ChildMessage, PublicationOutcome, PublicationRequest } from "./protocol.ts";
import type { Publication, PublicationEvent } from "./publish.ts";
import { siteSettings } from "./site/sources.ts";

/** Longer than the sandbox gives a picture, and each picture is reported. */
const longestSilenceMs = 300_000;

/** Publishes in a separate process with low priority; a process that is killed or reports nothing for minutes counts as `failed`. */
export function startPublication(
  config: Config,
  publication: Publication,
  onEvent: (event: PublicationEvent) => void,
  { program = join(config.codeDir, "publish.js"), silenceMs = longestSilenceMs } = {},
): Promise<PublicationOutcome> {
  const { codeDir, dataDir, releasesDir, historyDir, cacheDir, siteDir } = config;
  const request: PublicationRequest = {
    ...publication,
    codeDir,
    dataDir,
    releasesDir,
    historyDir,
    cacheDir,
    siteDir,
    settings: siteSettings(config),
  };
  const child = forkProgram(resolve(program), { heapMegabytes: 256 });
  return new Promise((done) => {
    let outcome: PublicationOutcome | undefined;
    const silence = setTimeout(() => {
      outcome ??= { kind: "failed", reason: "publikacja stanęła w miejscu i została przerwana" };
      child.kill("SIGKILL");
    }, silenceMs);
    child.on("message", (message: ChildMessage) => {
      silence.refresh();
      if (message.kind === "outcome") outcome = message.outcome;
      else onEvent(message);
    });
    child.once("error", (error) => done({ kind: "failed", reason: error.message }));
    child.once("exit", (status, signal) => {
      clearTimeout(silence);
      done(outcome ?? { kind: "failed", reason: `publikacja przerwana (${signal ?? status})` });
    });
    child.send(request, () => {});
  });
}
