import type { PageModules } from "./page-modules.ts";
import { acceptsQuery, type Route, routeAt } from "./routes.ts";
import { loadChunk } from "./shell/load-guard.ts";
import type { LoadedPage, LoadPage } from "./shell/page.ts";
import { StatusError } from "./shell/page-error.ts";

export interface PageSource {
  readonly modules: PageModules;
  /** The paths of the static manifest. */
  readonly prerendered: ReadonlySet<string>;
  loadPayload(path: string, name: string): Promise<unknown>;
}

/**
 * Creates the only function that loads pages. A route's validation and middleware run at every visit. Script and payload are
 * loaded once and kept, so a page that was loaded before is shown without an intermediate frame. If anything fails to load, the
 * page is forgotten and the next request loads it again (B1.2, B1.4, B6.4, B6.6, B6.9).
 */
export function createLoadPage(
  source: PageSource,
  findRoute: (path: string) => Route | undefined = routeAt,
): LoadPage {
  const pages = new Map<string, Promise<LoadedPage>>();
  return async (path, search = "") => {
    const route = findRoute(path);
    if (!route || !acceptsQuery(route, search)) throw new StatusError(404, "This page could not be found");
    await runMiddleware(route.middleware, { path, prerendered: source.prerendered });
    const page = pages.get(path) ?? loadRoute(route, source);
    pages.set(path, page);
    page.catch(() => pages.delete(path));
    return page;
  };
}

async function loadRoute({ name, path }: Route, source: PageSource): Promise<LoadedPage> {
  const [{ Page }, content] = await Promise.all([
    loadChunk(name, source.modules[name]),
    source.loadPayload(path, name),
  ]);
  return { path, Page, content };
}

/** Describes the page to be loaded. `prerendered` holds the published paths. */
interface MiddlewareContext {
  readonly path: string;
  readonly prerendered: ReadonlySet<string>;
}

/** Each runs before a page loads and throws to stop it. */
const registry: Readonly<Record<string, (context: MiddlewareContext) => void | Promise<void>>> = {
  prerendered({ path, prerendered }) {
    if (!prerendered.has(path)) throw new StatusError(404, `Route ${path} is not pre-rendered`);
  },
};

/** Runs the named middleware one after another; an unknown name is an error with status 500 (B6.8, B6.9). */
export async function runMiddleware(names: readonly string[], context: MiddlewareContext): Promise<void> {
  for (const name of names) {
    const middleware = Object.hasOwn(registry, name) ? registry[name] : undefined;
    if (!middleware) throw new StatusError(500, `Unknown middleware ${name}`);
    await middleware(context);
  }
}
