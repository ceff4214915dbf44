import type { ContentProblem } from "../content-model/problems.ts";
import type { Config } from "../server/config.ts";
import type { Publication, PublicationEvent, Published } from "./publish.ts";
import type { SiteSettings } from "./site/sources.ts";

/** The settings of a publication in a process of its own, which reads no environment. */
export interface PublicationRequest
  extends Publication,
    Readonly<Pick<Config, "codeDir" | "releasesDir" | "historyDir" | "cacheDir" | "siteDir">> {
  readonly settings: SiteSettings;
}

/** How it ended; everything but `published` leaves visitors what they saw before. */
export type PublicationOutcome =
  | Published
  | { readonly kind: "invalid"; readonly problems: readonly ContentProblem[] }
  | { readonly kind: "unusable-picture"; readonly text: string }
  | { readonly kind: "failed"; readonly reason: string };

export type ChildMessage =
  | PublicationEvent
  | { readonly kind: "outcome"; readonly outcome: PublicationOutcome };
