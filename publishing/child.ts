// Publishes in a separate process, so pictures and compression neither block the server nor grow its memory.
import { basename, join } from "node:path";
import { ContentError, type ContentProblem } from "../content-model/problems.ts";
import { readLedger } from "../opinions/ledger.server.ts";
import { isThisMachine } from "../server/config.ts";
import { isClockSteady } from "../server/steady-clock.ts";
import { answerParent } from "./answer-parent.ts";
import { buildRelease } from "./build-release.ts";
import { requireCodeBuild } from "./code-build.ts";
import { findNotOwn } from "./launch/not-own.ts";
import { findAltered } from "./opinions/find-altered.ts";
import { isDiskFull, PictureError } from "./photos/photo-problem.ts";
import { publish } from "./publish.ts";
import type { ChildMessage, PublicationOutcome, PublicationRequest } from "./start-publication.ts";

// What it leaves behind without its parent, the next publication removes.
answerParent(async (request: PublicationRequest) => {
  return { kind: "outcome", outcome: await run(request) } satisfies ChildMessage;
});

const send = (message: ChildMessage) => process.send?.(message);

async function run(request: PublicationRequest): Promise<PublicationOutcome> {
  try {
    return await runPublication(request);
  } catch (error) {
    if (error instanceof ContentError) return { kind: "invalid", problems: error.problems };
    if (error instanceof PictureError) return { kind: "unusable-picture", text: error.message };
    if (isDiskFull(error)) return { kind: "failed", reason: "na dysku nie ma miejsca" };
    return {
      kind: "failed",
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

function runPublication({ publication, config }: PublicationRequest): Promise<PublicationOutcome> {
  const { settings, codeDir, cacheDir, dataDir } = config;
  const code = requireCodeBuild(codeDir);
  const ledger = readLedger(dataDir);
  const { origin, wasShown = origin === "update" || origin === "schedule" } = publication;
  return publish(publication, {
    ...config,
    onEvent: send,
    build(source, folder, { onEvent, ...options }) {
      const notOwn = wasShown || isThisMachine(settings.siteUrl) ? [] : findNotOwn(source);
      refuse([...notOwn, ...findAltered(source, ledger, { wasShown })], publication.contentDir);
      return buildRelease({ ...settings, source }, folder, {
        ...options,
        code,
        cacheDir,
        received: ledger.received,
        onPicture: (done, total, photo) => onEvent({ kind: "picture", done, total, photo }),
        onPages: () => onEvent({ kind: "step", step: "pages" }),
      });
    },
    now: () => new Date(),
    isClockSteady: () => isClockSteady(dataDir, Date.now()),
  });
}

/** Throws a ContentError that names the places in the original (C7.3, C5.2). */
function refuse(problems: readonly ContentProblem[], contentDir: string): void {
  if (problems.length === 0) return;
  throw new ContentError(problems.map((one) => ({ ...one, file: join(contentDir, basename(one.file)) })));
}
