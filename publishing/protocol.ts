import type { ContentProblem } from "../content-model/problems.ts";
import type { Config } from "../server/config.ts";
import type { Publication, PublicationEvent, Published } from "./publish.ts";
import type { SiteSettings } from "./site/sources.ts";

/** The message that starts a publication in the child process, which reads no environment. */
export interface PublicationRequest
  extends Publication,
    Readonly<Pick<Config, "codeDir" | "dataDir" | "releasesDir" | "historyDir" | "cacheDir" | "siteDir">> {
  readonly settings: SiteSettings;
}

/** The result; visitors see something new only if it is `published`. */
export type PublicationOutcome =
  | Published
  | { readonly kind: "invalid"; readonly problems: readonly ContentProblem[] }
  | { readonly kind: "unusable-picture"; readonly text: string }
  | { readonly kind: "failed"; readonly reason: string };

export type ChildMessage =
  | PublicationEvent
  | { readonly kind: "outcome"; readonly outcome: PublicationOutcome };
