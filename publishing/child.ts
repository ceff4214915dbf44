// A publication in a process of its own: pictures and compression neither hold up nor swell the server.
import sharp from "sharp";
import { ContentError } from "../content-model/problems.ts";
import { buildRelease } from "./build-release.ts";
import { checkPages } from "./checks/check-pages.ts";
import { requireCodeBuild } from "./code-build.ts";
import { isDiskFull } from "./photos/photo-problem.ts";
import type { ChildMessage, PublicationOutcome, PublicationRequest } from "./protocol.ts";
import { publish } from "./publish.ts";
import { PictureError } from "./site/pictures.ts";

sharp.cache(false);
sharp.concurrency(1);

// The parent is gone, so nobody needs the result. The next publication removes what is left over.
process.once("disconnect", () => process.exit(1));
process.once("message", async (request: PublicationRequest) => {
  tell({ kind: "outcome", outcome: await run(request) });
  process.disconnect();
});

function tell(message: ChildMessage): void {
  process.send?.(message);
}

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

function runPublication(request: PublicationRequest): Promise<PublicationOutcome> {
  const { settings, codeDir, cacheDir } = request;
  const code = requireCodeBuild(codeDir);
  return publish(request, {
    ...request,
    tell,
    build: (source, folder, { tell, ...options }) =>
      buildRelease({ ...settings, source }, folder, {
        ...options,
        code,
        cacheDir,
        onPicture: (done, total, photo) => tell({ kind: "picture", done, total, photo }),
        onPages: () => tell({ kind: "step", step: "pages" }),
        onNotice: (text) => tell({ kind: "notice", text }),
      }),
    check: (folder) => checkPages(folder, settings.siteUrl),
    now: () => new Date(),
  });
}
