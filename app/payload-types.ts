import type { RequestedDate, Slot } from "../enquiries/booking.ts";
import type { FormState } from "../enquiries/form.ts";
import type { Payloads, SitePayload } from "./payloads.ts";
import type { RouteName } from "./routes.ts";
import type { PageError } from "./shell/page-error.ts";

/** The state that a document passes to the app. It is empty on ordinary pages. */
export interface InitialState {
  readonly error?: (PageError & { readonly requestId?: string | undefined }) | undefined;
  /** The form as the server sent it back, when the enquiry was posted without JavaScript. */
  readonly form?: FormState | undefined;
  /** The enquiry's reference, when the thank-you page was reached without JavaScript. */
  readonly reference?: string | undefined;
  /** The date that the enquiry asked for or booked. */
  readonly date?: RequestedDate | undefined;
  /** The free dates, if the document shows them. */
  readonly slots?: readonly Slot[] | undefined;
}

/** Everything that rendering needs. A release stores it in `data.json`. */
export interface RenderData {
  /** The site's public address, without a trailing slash. */
  readonly siteUrl: string;
  readonly site: SitePayload;
  /** Payloads of the published pages, by path. */
  readonly payloads: Readonly<Record<string, Payloads[RouteName]>>;
  /** JSON-LD by path, escaped for a script element. */
  readonly structuredData: Readonly<Record<string, string>>;
  readonly cards: Readonly<Partial<Record<string, string>>>;
  readonly client: ClientFiles;
}

/** Addresses and texts of the built client that documents refer to. */
export interface ClientFiles {
  /** The script that starts the app. */
  readonly script: string;
  /** That script and everything it imports; all are preloaded at once when the app starts. */
  readonly preloads: readonly string[];
  readonly manifest: string;
  /** The style sheet that the first view does not need. */
  readonly lateCss: string;
  readonly fonts: readonly string[];
  /** Favicons, the best last. */
  readonly icons: readonly { readonly href: string; readonly type?: string; readonly sizes?: string }[];
  /** The import map with the hash of every script by its address. Browsers refuse a script that was altered. */
  readonly importMap: string;
  readonly bootScript: string;
  readonly firstViewScript: string;
  readonly typefaceCss: string;
  readonly baseCss: string;
  /** The style sheets of the pages by route name, and of the error page (`error`). */
  readonly pageCss: Readonly<Record<string, string>>;
}
