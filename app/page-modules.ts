import type { ComponentType } from "react";
import type { RouteName } from "./routes.ts";
import type { PageProps } from "./shell/page.ts";

// biome-ignore lint/suspicious/noExplicitAny: each page has its own payload type, which this table does not need
type LoadModule = () => Promise<{ Page: ComponentType<PageProps<any>> }>;

export type PageModules = Readonly<Record<RouteName, LoadModule>>;

/** Each page's script (B1.2). */
export const pageModules: PageModules = {
  index: () => import("./pages/index.tsx"),
  oferta: () => import("./pages/oferta.tsx"),
  galeria: () => import("./pages/galeria.tsx"),
  osiagniecia: () => import("./pages/osiagniecia.tsx"),
  kontakt: () => import("./pages/kontakt.tsx"),
  dziekujemy: () => import("./pages/dziekujemy.tsx"),
};
