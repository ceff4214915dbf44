import type { ComponentType } from "react";
import dziekujemyCss from "./pages/dziekujemy.css?url";
import galeriaCss from "./pages/galeria.css?url";
import indexCss from "./pages/index.css?url";
import kontaktCss from "./pages/kontakt.css?url";
import ofertaCss from "./pages/oferta.css?url";
import osiagnieciaCss from "./pages/osiagniecia.css?url";
import type { RouteName } from "./routes.ts";
import type { PageProps } from "./shell/page.ts";

/** A page's script and the address of its style sheet (B1.2). */
interface PageModule {
  // biome-ignore lint/suspicious/noExplicitAny: each page has its own payload type, which this table does not need
  readonly load: () => Promise<{ Page: ComponentType<PageProps<any>> }>;
  readonly css: string;
}

export type PageModules = Readonly<Record<RouteName, PageModule>>;

export const pageModules: PageModules = {
  index: { load: () => import("./pages/index.tsx"), css: indexCss },
  oferta: { load: () => import("./pages/oferta.tsx"), css: ofertaCss },
  galeria: { load: () => import("./pages/galeria.tsx"), css: galeriaCss },
  osiagniecia: { load: () => import("./pages/osiagniecia.tsx"), css: osiagnieciaCss },
  kontakt: { load: () => import("./pages/kontakt.tsx"), css: kontaktCss },
  dziekujemy: { load: () => import("./pages/dziekujemy.tsx"), css: dziekujemyCss },
};
