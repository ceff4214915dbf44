import { renderToReadableStream } from "react-dom/server";
import type { OpinionContent } from "../opinions/opinion.ts";
import {
  type DocumentOptions,
  renderBareDocument,
  renderBrokenDocument,
  renderDocument,
  renderPlainDocument,
} from "./document.tsx";
import { createLoadPage } from "./load-page.ts";
import { type AppointmentContent, AppointmentPage } from "./pages/appointment.server.tsx";
import { OpinionPage } from "./pages/opinion.server.tsx";
import type { InitialState, RenderData } from "./payload-types.ts";
import { Root } from "./root.tsx";
import { routeAt } from "./routes.ts";
import { firstVisit, type Visit } from "./shell/navigation.ts";
import { toPageError } from "./shell/page-error.ts";
import { createRuntime } from "./shell/runtime.tsx";
import { noStorage } from "./ui/browser-storage.ts";

export { renderBareDocument, renderBrokenDocument };

export interface RenderRequest extends Omit<InitialState, "error"> {
  /** A path without a query, as in `app/routes.ts`. */
  readonly path: string;
  /** The query with its question mark. */
  readonly search?: string;
  /** Renders the error page instead of the page at `path`. */
  readonly error?: { readonly statusCode: number; readonly message: string };
  /** Renders the page of a private link, which has no script, instead of the page at `path`. */
  readonly appointment?: AppointmentContent;
  readonly opinion?: OpinionContent;
  readonly requestId?: string;
}

/** Renders one page to an HTML document and its HTTP status. Any failure renders the error page (B1.3, B6.4, B6.5). */
export type Render = (request: RenderRequest) => Promise<{ status: number; html: string }>;

/** Creates the renderer for one release's data; `toDocument` puts the document around the rendered app. */
export function createRender(data: RenderData, toDocument = renderDocument): Render {
  const load = createLoadPage({
    prerendered: new Set(Object.keys(data.payloads)),
    loadPayload: async (path) => data.payloads[path],
  });

  async function renderVisit(first: Visit, initial: InitialState, document = toDocument): Promise<string> {
    const runtime = createRuntime({ ...initial, site: data.site, first, load, storage: noStorage });
    const body = await renderBody(<Root runtime={runtime} />);
    const page = first.page ? routeAt(first.pathname) : undefined;
    return document({ data, body, path: first.pathname, page, initial });
  }

  async function renderError({ path, requestId }: RenderRequest, thrown: unknown) {
    const error = { ...toPageError(thrown), requestId };
    try {
      const html = await renderVisit(firstVisit(null, { pathname: path }), { error });
      return { status: error.statusCode, html };
    } catch (broken) {
      const { message } = toPageError(broken);
      return { status: error.statusCode, html: renderBrokenDocument(data.client, message) };
    }
  }

  return async (request) => {
    const { path, search = "", error, appointment, opinion, requestId: _id, ...initial } = request;
    try {
      if (error) return await renderError(request, error);
      const content = appointment ?? opinion;
      if (content) {
        const page = { path, Page: appointment ? AppointmentPage : OpinionPage, content };
        const isRefused = Boolean(appointment?.notice || (opinion && "form" in opinion && opinion.form));
        const toPlain = (options: DocumentOptions) => renderPlainDocument(options, isRefused);
        return { status: 200, html: await renderVisit(firstVisit(page, { pathname: path }), {}, toPlain) };
      }
      const page = await load(path, search);
      return { status: 200, html: await renderVisit(firstVisit(page, { pathname: path, search }), initial) };
    } catch (thrown) {
      return renderError(request, thrown);
    }
  };
}

/** Rejects if anything fails to render, whereas `renderToString` would omit a failed `Suspense` boundary. */
async function renderBody(app: React.ReactNode): Promise<string> {
  const errors: unknown[] = [];
  const stream = await renderToReadableStream(app, {
    // Prevents progressive chunks, which would need inline scripts.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void errors.push(error),
  });
  await stream.allReady;
  const html = await new Response(stream).text();
  if (errors.length > 0) throw errors[0];
  return html;
}
