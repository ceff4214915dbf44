import { join, resolve } from "node:path";
import type { Config } from "../server/config.ts";
import { forkProgram } from "./fork-program.ts";
import type { ChildMessage, PublicationOutcome, PublicationRequest } from "./protocol.ts";
import type { Publication, PublicationEvent } from "./publish.ts";
import { siteSettings } from "./site/sources.ts";

/** Publishes in a separate process with low priority; a killed process counts as `failed`. */
export function startPublication(
  config: Config,
  publication: Publication,
  onEvent: (event: PublicationEvent) => void,
  program = join(config.codeDir, "publish.js"),
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
    child.on("message", (message: ChildMessage) => {
      if (message.kind === "outcome") outcome = message.outcome;
      else onEvent(message);
    });
    child.once("error", (error) => done({ kind: "failed", reason: error.message }));
    child.once("exit", (status, signal) =>
      done(outcome ?? { kind: "failed", reason: `publikacja przerwana (${signal ?? status})` }),
    );
    child.send(request, () => {});
  });
}
