import { isReference } from "../enquiries/reference-format.ts";

/** The one table of pages: menu, sitemap, pre-rendering, canonical links and tests derive from it. */
export const routes = [
  { path: "/", name: "index", label: "Start", inMenu: false, indexed: true, middleware: ["prerendered"] },
  {
    path: "/oferta",
    name: "oferta",
    label: "Oferta",
    inMenu: true,
    indexed: true,
    middleware: ["prerendered"],
  },
  {
    path: "/galeria",
    name: "galeria",
    label: "Galeria",
    inMenu: true,
    indexed: true,
    middleware: ["prerendered"],
  },
  {
    path: "/osiagniecia",
    name: "osiagniecia",
    label: "Osiągnięcia",
    inMenu: true,
    indexed: true,
    middleware: ["prerendered"],
  },
  {
    path: "/kontakt",
    name: "kontakt",
    label: "Kontakt",
    inMenu: true,
    indexed: true,
    middleware: ["prerendered"],
  },
  {
    path: "/dziekujemy",
    name: "dziekujemy",
    label: "Dziękujemy",
    inMenu: false,
    indexed: false,
    middleware: ["prerendered"],
    validate: (query) => query.getAll("ref").every(isReference),
  },
] as const satisfies readonly PageRoute[];

export interface PageRoute {
  readonly path: string;
  readonly name: string;
  readonly label: string;
  readonly inMenu: boolean;
  /** Whether search engines may list the page; decides on the sitemap and on `noindex`. */
  readonly indexed: boolean;
  /** Names of the middleware that run, in order, before the page loads. */
  readonly middleware: readonly string[];
  /** Whether the page exists for this query; without it, the query is none of the page's business. */
  readonly validate?: (query: URLSearchParams) => boolean;
}

export type RouteName = (typeof routes)[number]["name"];

export type Route = PageRoute & { readonly name: RouteName };

/** The route that serves exactly this path (case-sensitive, without query), or undefined. */
export function routeAt(path: string): Route | undefined {
  return routes.find((route) => route.path === path);
}

/** What the route's own validation says of a query, with or without its question mark. */
export function acceptsQuery({ validate }: PageRoute, search: string): boolean {
  return validate?.(new URLSearchParams(search)) ?? true;
}
