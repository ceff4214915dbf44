// Renders previews in a separate process, so they neither block the server nor grow its memory.
import { loadCode } from "../code-build.ts";
import { createDraft } from "../draft.ts";
import { createPreview, type Preview } from "./preview.ts";
import type { PreviewAnswer, PreviewRequest } from "./start-preview.ts";

let current: { readonly settings: string; readonly preview: Preview } | undefined;

// The server is gone.
process.once("disconnect", () => process.exit());
process.on("message", async ({ id, page, source }: PreviewRequest) => {
  const settings = JSON.stringify(source);
  if (current?.settings !== settings) current = { settings, preview: previewOf(source) };
  process.send?.({ id, html: await current.preview.render(page) } satisfies PreviewAnswer);
});

function previewOf(source: PreviewRequest["source"]): Preview {
  return createPreview({
    ...source,
    draft: createDraft(source.folders),
    loadCode: () => loadCode(source.codeDir),
    now: Date.now,
  });
}
