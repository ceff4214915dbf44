// Renders previews in a separate process, so they neither block the server nor grow its memory.
import { loadCode } from "../code-build.ts";
import { createPreview, type Preview } from "./preview.ts";
import type { PreviewAnswer, PreviewRequest } from "./start-preview.ts";

let current: { readonly config: string; readonly preview: Preview } | undefined;

// The server is gone.
process.once("disconnect", () => process.exit());
process.on("message", async ({ page, config }: PreviewRequest) => {
  const text = JSON.stringify(config);
  if (current?.config !== text) {
    const preview = createPreview(config, { loadCode: () => loadCode(config.codeDir), now: Date.now });
    current = { config: text, preview };
  }
  process.send?.({ html: await current.preview.render(page) } satisfies PreviewAnswer);
});
