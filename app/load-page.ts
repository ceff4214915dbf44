import type { ComponentType } from "react";
import { parts } from "./parts.ts";
import type { PageProps } from "./payload-types.ts";
import { type PageRoute, type RouteName, routeAt } from "./routes.ts";
import { MissingPart, withLoadTimeout } from "./shell/load-guard.ts";
import { runMiddleware } from "./shell/middleware.ts";
import { StatusError } from "./shell/page-error.ts";

type Route = PageRoute & { readonly name: RouteName };

/** A page ready to be rendered: its component, its payload, and what applies its style sheet where it has not been yet. */
export interface LoadedPage {
  readonly Page: ComponentType<PageProps<unknown>>;
  readonly content: unknown;
  readonly applyStyles?: (() => void) | undefined;
}

/** Readies the page at a path of the site. Rejects with a StatusError where there is none, and with any fault of loading. */
export type LoadPage = (path: string) => Promise<LoadedPage>;

export interface PageSource {
  /** The paths of the static manifest. */
  readonly prerendered: ReadonlySet<string>;
  loadPayload(path: string, name: string): Promise<unknown>;
  prepareStyles?(address: string): Promise<() => void>;
}

/**
 * Makes the one function that readies a page: its middleware first, then script part, style sheet and payload side by side. A page
 * that was readied before is there within the same task, so that nothing is drawn between a click and what it shows.
 */
export function createLoadPage(
  source: PageSource,
  findRoute: (path: string) => Route | undefined = routeAt,
): LoadPage {
  const ready = new Map<string, LoadedPage>();
  return async (path) => {
    const route = findRoute(path);
    if (!route) throw new StatusError(404, "This page could not be found");
    await runMiddleware(route.middleware, { path, prerendered: source.prerendered });
    const page = ready.get(path) ?? (await readyPage(route, source));
    ready.set(path, page);
    return page;
  };
}

async function readyPage({ name, path }: Route, source: PageSource): Promise<LoadedPage> {
  const [{ Page }, content, applyStyles] = await Promise.all([
    loadPart(name),
    source.loadPayload(path, name),
    source.prepareStyles && withLoadTimeout(`${name}.styles`, source.prepareStyles(parts[name].css)),
  ]);
  return { Page, content, applyStyles };
}

async function loadPart(name: RouteName) {
  try {
    return await withLoadTimeout(name, parts[name].load());
  } catch (failure) {
    throw failure instanceof StatusError ? failure : new MissingPart(name);
  }
}
