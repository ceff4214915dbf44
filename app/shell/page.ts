import type { ComponentType } from "react";
import type { SitePayload } from "../payloads.ts";
import type { PageError } from "./page-error.ts";

export interface PageProps<Content> {
  readonly content: Content;
  /** False while only the first screen is needed; the page may then leave out the rest. */
  readonly showBelowFold: boolean;
}

/** A page with everything it needs to render. */
export interface LoadedPage {
  readonly path: string;
  readonly Page: ComponentType<PageProps<unknown>>;
  readonly content: unknown;
}

/** Loads the page at a path. Rejects with a StatusError if there is none, and with any error while loading. */
export type LoadPage = (path: string, search?: string) => Promise<LoadedPage>;

/** The document's title: the page's title followed by the brand, or the error's message (B6.2). */
export function pageTitle(site: SitePayload, meta: { title: string } | undefined, error?: PageError | null) {
  if (error) return error.message;
  return meta ? `${meta.title} – ${site.name}` : site.name;
}
