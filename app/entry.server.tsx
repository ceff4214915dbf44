import { renderToReadableStream } from "react-dom/server";
import type { FormState } from "../enquiries/form.ts";
import { renderBrokenDocument, renderDocument } from "./document.tsx";
import { createLoadPage } from "./load-page.ts";
import { pageModules } from "./page-modules.ts";
import type { InitialState, RenderData } from "./payload-types.ts";
import { Root } from "./root.tsx";
import { routeAt } from "./routes.ts";
import { noStorage } from "./shell/browser-storage.ts";
import { firstVisit } from "./shell/navigation.ts";
import type { LoadedPage, LoadPage } from "./shell/page.ts";
import { type PageError, toPageError } from "./shell/page-error.ts";
import { createRuntime } from "./shell/runtime.tsx";

export { renderBrokenDocument };

export interface RenderRequest {
  /** A path without query, as in the table of routes. */
  readonly path: string;
  /** The query with its question mark, for routes that validate or read it. */
  readonly search?: string;
  readonly form?: FormState;
  /** Renders the error page instead of the page at `path`. */
  readonly error?: { readonly statusCode: number; readonly message: string };
  /** The reference that the thank-you page shows. */
  readonly reference?: string;
  readonly requestId?: string;
}

/** Renders one page to a whole HTML document with its HTTP status; whatever fails on the way becomes the error page. */
export type Render = (request: RenderRequest) => Promise<{ status: number; html: string }>;

/** Creates the renderer for one release's data. */
export function createRender(data: RenderData): Render {
  const load = createLoadPage({
    modules: pageModules,
    prerendered: new Set(Object.keys(data.payloads)),
    loadPayload: async (path) => data.payloads[path],
  });
  return async (request) => {
    const { path, search, form, reference } = request;
    try {
      if (request.error) return await renderError(data, load, request, request.error);
      const page = await load(path, search);
      const html = await renderVisit(data, load, { path, search, page, initial: { form, reference } });
      return { status: 200, html };
    } catch (thrown) {
      return renderError(data, load, request, thrown);
    }
  };
}

async function renderError(data: RenderData, load: LoadPage, request: RenderRequest, thrown: unknown) {
  const { path, form, reference, requestId } = request;
  const error = { ...toPageError(thrown), requestId };
  try {
    const initial = { error, form, reference };
    return { status: error.statusCode, html: await renderVisit(data, load, { path, page: null, initial }) };
  } catch (broken) {
    const { message } = toPageError(broken);
    return { status: error.statusCode, html: renderBrokenDocument(data.client, message) };
  }
}

interface RenderedVisit {
  readonly path: string;
  readonly search?: string | undefined;
  /** Null when an error is shown instead. */
  readonly page: LoadedPage | null;
  readonly initial: InitialState & { readonly error?: PageError };
}

async function renderVisit(
  data: RenderData,
  load: LoadPage,
  { path, search = "", page, initial }: RenderedVisit,
) {
  const runtime = createRuntime({
    ...initial,
    first: firstVisit(page, { pathname: path, search }),
    load,
    storage: noStorage,
  });
  const body = await renderBody(<Root site={data.site} runtime={runtime} />);
  const route = page && routeAt(path);
  return renderDocument({ data, body, path, page: route ?? undefined, initial });
}

/** Unlike `renderToString`, which leaves a hole where a `Suspense` fails on the server, this rejects then. */
async function renderBody(app: React.ReactNode): Promise<string> {
  const errors: unknown[] = [];
  const stream = await renderToReadableStream(app, {
    // No progressive chunks: React would need inline scripts to move them into place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void errors.push(error),
  });
  await stream.allReady;
  const html = await new Response(stream).text();
  if (errors.length > 0) throw errors[0];
  return html;
}
