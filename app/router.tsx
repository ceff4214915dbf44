import { useState } from "react";
import { type RouteObject, useLoaderData, useRouteError } from "react-router";
import type { LoadedPage, LoadPage, Route } from "./load-page.ts";
import { Root } from "./root.tsx";
import { routes } from "./routes.ts";
import { BrokenErrorPage, GuardedErrorPage } from "./shell/error-page-guard.tsx";
import { StatusError, toPageError } from "./shell/page-error.ts";

export const pagesRouteId = "pages";

/** The router's tree: the shell around everything, one boundary for errors of pages, a route a page. */
export function createRoutes(load: LoadPage): RouteObject[] {
  return [
    {
      Component: Root,
      ErrorBoundary: ShellFault,
      children: [
        {
          id: pagesRouteId,
          ErrorBoundary: PageFault,
          children: [
            ...routes.map((route) => pageRoute(route, load)),
            { path: "*", loader: unknownRoute, Component: LoadedPageView },
          ],
        },
      ],
    },
  ];
}

function pageRoute(route: Route, load: LoadPage): RouteObject {
  return {
    id: route.name,
    path: route.path,
    caseSensitive: true,
    loader: () => load(route),
    shouldRevalidate: () => false,
    Component: LoadedPageView,
  };
}

function LoadedPageView() {
  const { Page, content } = useLoaderData<LoadedPage>();
  return <Page content={content} />;
}

function unknownRoute(): never {
  throw new StatusError(404, "This page could not be found");
}

/** Stands in for a page that failed to render, until the shell has taken the fault over. */
function PageFault() {
  const fault = useRouteError();
  const [error] = useState(() => toPageError(fault));
  return <GuardedErrorPage error={error} />;
}

/** The last resort: header, footer or the boundary above failed. The router's own would show a stack trace. */
function ShellFault() {
  const fault = useRouteError();
  return <BrokenErrorPage message={toPageError(fault).message} />;
}
