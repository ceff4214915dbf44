import { type RouteObject, useLoaderData, useRouteError } from "react-router";
import type { LoadedPage, LoadPage, Route } from "./load-page.ts";
import { Root } from "./root.tsx";
import { routes } from "./routes.ts";
import { ErrorPage } from "./shell/error-page.tsx";
import { StatusError, toPageError } from "./shell/page-error.ts";
import { useState } from "react";

export const pagesRouteId = "pages";

/** The router's tree: the shell around everything, one boundary for errors of pages, a route a page. */
export function createRoutes(load: LoadPage): RouteObject[] {
  return [
    {
      Component: Root,
      children: [
        {
          id: pagesRouteId,
          ErrorBoundary: PageFault,
          children: [
            ...routes.map((route) => pageRoute(route, load)),
            { path: "*", loader: unknownRoute },
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

/** A fault of loading is shown by the shell; this one catches a page that fails while it renders. */
function PageFault() {
  const fault = useRouteError();
  const [error] = useState(() => toPageError(fault));
  return <ErrorPage error={error} />;
}
