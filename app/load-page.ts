import type { ComponentType } from "react";
import { parts } from "./parts.ts";
import { type PageRoute, type RouteName, routeAt } from "./routes.ts";
import { withLoadTimeout } from "./shell/load-guard.ts";
import { runMiddleware } from "./shell/middleware.ts";
import { StatusError } from "./shell/page-error.ts";

type Route = PageRoute & { readonly name: RouteName };

/** A page ready to be rendered: its component and its payload. */
export interface LoadedPage {
  readonly Page: ComponentType<{ content: unknown }>;
  readonly content: unknown;
}

/** Readies the page at a path of the site. Rejects with a StatusError where there is none, and with any fault of loading. */
export type LoadPage = (path: string) => Promise<LoadedPage>;

export interface PageSource {
  /** The paths of the static manifest. */
  readonly prerendered: ReadonlySet<string>;
  loadPayload(path: string, name: string): Promise<unknown>;
  loadStyles?(address: string): Promise<void>;
  /** Called when a script part cannot be had; true when the whole document is about to be loaded anew. */
  reload?(path: string): boolean;
}

/** Makes the one function that readies a page: its middleware first, then script part, styles and payload side by side. */
export function createLoadPage(
  source: PageSource,
  findRoute: (path: string) => Route | undefined = routeAt,
): LoadPage {
  return async (path) => {
    const route = findRoute(path);
    if (!route) throw new StatusError(404, "This page could not be found");
    const { name, middleware } = route;
    await runMiddleware(middleware, { path, prerendered: source.prerendered });
    const [{ Page }, content] = await Promise.all([
      loadPart(name, path, source),
      source.loadPayload(path, name),
      source.loadStyles && withLoadTimeout(`${name}.styles`, source.loadStyles(parts[name].css)),
    ]);
    return { Page, content };
  };
}

async function loadPart(name: RouteName, path: string, source: PageSource) {
  try {
    return await withLoadTimeout(name, parts[name].load());
  } catch (failure) {
    if (failure instanceof StatusError) throw failure;
    if (source.reload?.(path)) return new Promise<never>(() => {});
    throw new StatusError(500, `Loading chunk ${name} failed`);
  }
}
