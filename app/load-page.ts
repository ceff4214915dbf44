import type { ComponentType } from "react";
import { acceptsQuery, type Route, type RouteName, routeAt } from "./routes.ts";
import { loadChunk } from "./shell/load-guard.ts";
import type { LoadedPage, LoadPage, PageProps } from "./shell/page.ts";
import { StatusError } from "./shell/page-error.ts";

// biome-ignore lint/suspicious/noExplicitAny: each page has its own payload type, which this table does not need
type LoadModule = () => Promise<{ Page: ComponentType<PageProps<any>> }>;

/** Each page's script (B1.2). */
const modules: Readonly<Record<RouteName, LoadModule>> = {
  index: () => import("./pages/index.tsx"),
  oferta: () => import("./pages/oferta.tsx"),
  galeria: () => import("./pages/galeria.tsx"),
  osiagniecia: () => import("./pages/osiagniecia.tsx"),
  kontakt: () => import("./pages/kontakt.tsx"),
  dziekujemy: () => import("./pages/dziekujemy.tsx"),
};

interface PageSource {
  /** The paths of the static manifest. */
  readonly prerendered: ReadonlySet<string>;
  loadPayload(path: string, name: string): Promise<unknown>;
}

/**
 * Creates the only function that loads pages. A route's validation and middleware run at every visit. Script and payload are
 * loaded once and kept, so a page that was loaded before is shown without an intermediate frame. If anything fails to load, the
 * page is forgotten and the next request loads it again (B1.2, B1.4, B6.4, B6.6, B6.9).
 */
export function createLoadPage(source: PageSource): LoadPage {
  const pages = new Map<string, Promise<LoadedPage>>();
  return async (path, search = "") => {
    const route = routeAt(path);
    if (!route || !acceptsQuery(route, search)) throw new StatusError(404, "This page could not be found");
    await runMiddleware(route, source);
    const page = pages.get(path) ?? loadRoute(route, source);
    pages.set(path, page);
    page.catch(() => pages.delete(path));
    return page;
  };
}

async function loadRoute({ name, path }: Route, source: PageSource): Promise<LoadedPage> {
  const [{ Page }, content] = await Promise.all([
    loadChunk(name, modules[name]),
    source.loadPayload(path, name),
  ]);
  return { path, Page, content };
}

/** Each runs before a page loads and throws to stop it. */
const registry: Readonly<Record<string, (route: Route, source: PageSource) => void | Promise<void>>> = {
  prerendered({ path }, { prerendered }) {
    if (!prerendered.has(path)) throw new StatusError(404, `Route ${path} is not pre-rendered`);
  },
};

/** Runs the route's middleware one after another; an unknown name is an error with status 500 (B6.8, B6.9). */
async function runMiddleware(route: Route, source: PageSource): Promise<void> {
  for (const name of route.middleware) {
    const middleware = Object.hasOwn(registry, name) ? registry[name] : undefined;
    if (!middleware) throw new StatusError(500, `Unknown middleware ${name}`);
    await middleware(route, source);
  }
}
