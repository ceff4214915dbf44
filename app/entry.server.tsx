import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import type { FormState } from "../enquiries/form.ts";
import { renderDocument } from "./document.tsx";
import { createLoadPage } from "./load-page.ts";
import type { RenderData } from "./payload-types.ts";
import { createRoutes, pagesRouteId } from "./router.tsx";
import { routeAt } from "./routes.ts";
import { toPageError } from "./shell/page-error.ts";
import { createRuntime, RuntimeProvider } from "./shell/runtime.tsx";
import { SiteProvider } from "./shell/site.tsx";

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
  const load = createLoadPage({
    prerendered: new Set(Object.keys(data.payloads)),
    loadPayload: async (path) => data.payloads[path],
  });
  const routes = createRoutes(request.error ? () => Promise.reject(request.error) : load);
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(request.path, "http://localhost")));
  if (context instanceof Response) throw new Error(`Unexpected redirect while rendering ${request.path}`);
  const thrown = context.errors?.[pagesRouteId];
  const error = thrown === undefined ? undefined : { ...toPageError(thrown), requestId: request.requestId };
  const runtime = createRuntime({ error, form: request.form, reference: request.reference });
  const body = renderToString(
    <SiteProvider value={data.site}>
      <RuntimeProvider value={runtime}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </RuntimeProvider>
    </SiteProvider>,
  );
  const route = routeAt(request.path);
  const html = renderDocument({
    data,
    body,
    path: request.path,
    page: error || !route ? undefined : { name: route.name, indexed: route.indexed },
    initial: { error, form: request.form, reference: request.reference },
  });
  return { status: error?.statusCode ?? 200, html };
}
