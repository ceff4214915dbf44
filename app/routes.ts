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
}

export type RouteName = (typeof routes)[number]["name"];

/** The route that serves exactly this path (case-sensitive, without query), or undefined. */
export function routeAt(path: string): (typeof routes)[number] | undefined {
  return routes.find((route) => route.path === path);
}
