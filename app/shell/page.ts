import type { ComponentType } from "react";

/** What a page is rendered from. */
export interface PageProps<Content> {
  /** The page's payload. */
  readonly content: Content;
  /** False while only the first screen is wanted: what stands below may then be left out. */
  readonly showBelowFold: boolean;
}

/** A page that is ready to be rendered. */
export interface LoadedPage {
  readonly Page: ComponentType<PageProps<unknown>>;
  readonly content: unknown;
  /** Whether search engines may list the page. */
  readonly indexed: boolean;
  /** Applies the page's style sheet; absent where the document carries it anyway. */
  readonly applyStyles?: (() => void) | undefined;
}

/** Loads the page at a path of the site. Rejects with a StatusError where there is none, and with whatever fails on the way. */
export type LoadPage = (path: string, search?: string) => Promise<LoadedPage>;
