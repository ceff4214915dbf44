import { isReference } from "../enquiries/reference.ts";

const usual = { inMenu: true, indexed: true, middleware: ["prerendered"] };

/** The only table of pages. Menu, sitemap, pre-rendering, style sheets, canonical links and tests derive from it (B1.1). */
export const routes = [
  { ...usual, path: "/", name: "index", label: "Start", inMenu: false },
  { ...usual, path: "/oferta", name: "oferta", label: "Oferta" },
  { ...usual, path: "/galeria", name: "galeria", label: "Galeria" },
  { ...usual, path: "/osiagniecia", name: "osiagniecia", label: "Osiągnięcia" },
  { ...usual, path: "/kontakt", name: "kontakt", label: "Kontakt" },
  {
    ...usual,
    path: "/dziekujemy",
    name: "dziekujemy",
    label: "Dziękujemy",
    inMenu: false,
    indexed: false,
    validate: (query) => query.getAll("ref").every(isReference),
  },
] as const satisfies readonly PageRoute[];

export interface PageRoute {
  readonly path: string;
  readonly name: string;
  readonly label: string;
  readonly inMenu: boolean;
  /** Whether search engines may list the page. If so, it is in the sitemap and has no `noindex`. */
  readonly indexed: boolean;
  /** Names of the middleware that run, in order, before the page loads. */
  readonly middleware: readonly string[];
  /** Whether the page exists for this query; a route without it accepts any query. */
  readonly validate?: (query: URLSearchParams) => boolean;
}

export type RouteName = (typeof routes)[number]["name"];

export type Route = PageRoute & { readonly name: RouteName };

/** The route that serves exactly this path (case-sensitive, without query), or undefined. */
export const routeAt = (path: string): Route | undefined => routes.find((route) => route.path === path);

/** Whether the route accepts the query, given with or without its question mark (B6.3). */
export function acceptsQuery({ validate }: PageRoute, search: string): boolean {
  return validate?.(new URLSearchParams(search)) ?? true;
}
