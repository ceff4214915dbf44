import { renderToString } from "react-dom/server";
import type { FormState } from "../enquiries/form.ts";
import { renderDocument } from "./document.tsx";
import { createLoadPage, type LoadedPage } from "./load-page.ts";
import type { RenderData } from "./payload-types.ts";
import { Root } from "./root.tsx";
import { routeAt } from "./routes.ts";
import { firstVisit } from "./shell/navigation.ts";
import { toPageError } from "./shell/page-error.ts";
import { createRuntime } from "./shell/runtime.tsx";

export interface RenderRequest {
  /** A path without query, as in the table of routes. */
  readonly path: string;
  readonly form?: FormState;
  /** Shows the error page instead of the path's page. */
  readonly error?: { readonly statusCode: number; readonly message: string };
  /** The reference that the thank-you page shows. */
  readonly reference?: string;
  readonly requestId?: string;
}

/** Renders one page to a whole HTML document with its HTTP status; faults of loading become the error page. */
export type Render = (request: RenderRequest) => Promise<{ status: number; html: string }>;

/** Makes the renderer of the site that the build describes. */
export function createRender(data: RenderData): Render {
  return (request) => renderPage(data, request);
}

async function renderPage(data: RenderData, request: RenderRequest): ReturnType<Render> {
  const { path, form, reference, requestId } = request;
  const load = createLoadPage({
    prerendered: new Set(Object.keys(data.payloads)),
    loadPayload: async (path) => data.payloads[path],
  });
  const loaded = request.error ? { fault: request.error } : await outcomeOf(load(path));
  const error = "fault" in loaded ? { ...toPageError(loaded.fault), requestId } : undefined;
  const page = "page" in loaded ? loaded.page : null;
  const first = firstVisit(page, { pathname: path });
  const initial = { error, form, reference };
  const body = renderToString(<Root site={data.site} runtime={createRuntime({ ...initial, first, load })} />);
  const route = page && routeAt(path);
  const html = renderDocument({
    data,
    body,
    path,
    page: route ? { name: route.name, indexed: route.indexed } : undefined,
    initial,
  });
  return { status: error?.statusCode ?? 200, html };
}

async function outcomeOf(loading: Promise<LoadedPage>): Promise<{ page: LoadedPage } | { fault: unknown }> {
  return loading.then(
    (page) => ({ page }),
    (fault: unknown) => ({ fault }),
  );
}
