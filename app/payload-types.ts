import type { Content } from "../content-model/content.ts";
import type { OpenDay, OpeningLine } from "../content-model/format-opening-hours.ts";
import type { Photo } from "../content-model/schema/photo.ts";
import type { GivenDate, Slot } from "../enquiries/booking.ts";
import type { FormState, FormValues } from "../enquiries/form.ts";
import type { Pattern } from "../enquiries/site-facts.ts";
import type { RouteName } from "./routes.ts";
import type { PageError } from "./shell/page-error.ts";
import type { Logo } from "./ui/mark.tsx";
import type { PictureData } from "./ui/picture.tsx";

/** A piece of content with encoded pictures in place of its photos. */
export type WithPictures<T> = T extends Photo
  ? PictureData
  : T extends readonly (infer Entry)[]
    ? WithPictures<Entry>[]
    : T extends object
      ? { [Key in keyof T]: WithPictures<T[Key]> }
      : T;

type Index = WithPictures<Content["index"]>;
type Oferta = WithPictures<Content["oferta"]>;
type Galeria = WithPictures<Content["galeria"]>;
type Osiagniecia = WithPictures<Content["osiagniecia"]>;
type Opinions = Osiagniecia["opinions"];

type Site = Content["site"];

/** The facts shown around every page's own content. */
export interface SitePayload
  extends Pick<Site, "name" | "descriptor" | "email" | "address" | "openingNote" | "callNote">,
    Pick<Site, "socialProfiles" | "company" | "answerTime"> {
  readonly logo?: Logo | undefined;
  readonly phone?: { readonly href: string; readonly label: string } | undefined;
  /** Links that begin a message to the same number. */
  readonly messages: readonly { readonly label: string; readonly href: string }[];
  /** The trainer's own portrait, never the sample's. */
  readonly face?: PictureData | undefined;
  /** Directions to where the training takes place, if that is known. */
  readonly mapAddress?: string | undefined;
  /** Where the trainer travels, in words; empty for nowhere. */
  readonly areaServed: string;
  readonly openingHours: readonly OpeningLine[];
  /** A temporary notice for every visitor, such as a holiday or a promotion. */
  readonly notice?: Notice | undefined;
  readonly menu: readonly { readonly path: string; readonly label: string }[];
  readonly errorPhoto?: PictureData | undefined;
  /** The paths of the pages that are marked as a sample, or `everywhere`. */
  readonly sampleNotice: "everywhere" | readonly string[];
}

interface Notice {
  readonly text: string;
  readonly price?: string | undefined;
  /** The path of the service that it is about. */
  readonly to?: string | undefined;
}

/** The trainer's open slots, as the pages show them: the hours of a week, in place of which the app shows dates. */
export interface OpenSlots
  extends Pick<NonNullable<Content["kontakt"]["slots"]>, "heading" | "lead" | "asOf"> {
  readonly days: readonly OpenDay[];
}

export interface Payloads {
  readonly index: Omit<Index, "services" | "about"> & {
    readonly trainer?: WithPictures<Content["site"]["trainer"]>;
    readonly about: Omit<Index["about"], "heading"> & { readonly heading: string };
    readonly services: Omit<Index["services"], "featured"> & { readonly items: Oferta["services"] };
    readonly steps: { readonly items: Oferta["steps"] };
    readonly gallery: { readonly photos: Galeria["photos"]; readonly published: boolean };
    readonly achievements: { readonly figures: Osiagniecia["figures"]; readonly published: boolean };
    /** The featured opinions and stories of the achievements page. */
    readonly proof: Pick<Osiagniecia, "opinions" | "stories" | "rating"> & { readonly published: boolean };
    readonly faq: { readonly questions: Oferta["faq"] };
    readonly slots?: OpenSlots | undefined;
    readonly offerPublished: boolean;
  };
  readonly oferta: Omit<Oferta, "services"> & {
    readonly services: readonly (Oferta["services"][number] & { readonly opinions: Opinions })[];
  };
  readonly galeria: Omit<Galeria, "photos"> & {
    /** `id` is the photograph's file name, used in its address. */
    readonly photos: readonly (Galeria["photos"][number] & { readonly id: string })[];
  };
  readonly osiagniecia: Osiagniecia & {
    /** How many opinions with proof had come by the day of the publication, shown or not; left out where none is shown. */
    readonly received?: { readonly count: number; readonly until: string } | undefined;
    /** The certificates that have a scan. `id` is its file name, used in its address. */
    readonly scans: readonly { readonly id: string; readonly photo: PictureData; readonly caption: string }[];
  };
  readonly kontakt: Omit<WithPictures<Content["kontakt"]>, "slots"> & {
    readonly goals: readonly string[];
    /** Initial form values by the query that asks for them: `?cel=dieta`, `?termin=tu-1700`. */
    readonly prefills: Readonly<Record<string, FormValues>>;
    readonly slots?: OpenSlots | undefined;
    readonly privacy: Content["prywatnosc"];
  };
  readonly dziekujemy: WithPictures<Content["dziekujemy"]>;
}

/** The state that a document passes to the app. Ordinary pages have none. */
export interface InitialState {
  readonly error?: (PageError & { readonly requestId?: string | undefined }) | undefined;
  /** The form as the server sent it back, when the enquiry was posted without JavaScript. */
  readonly form?: FormState | undefined;
  /** The enquiry's reference, when the thank-you page was reached without JavaScript. */
  readonly reference?: string | undefined;
  /** The date that the enquiry has got. */
  readonly date?: GivenDate | undefined;
  /** The free dates, where the document shows them. */
  readonly slots?: readonly Slot[] | undefined;
}

/** Everything that rendering needs. A release stores it in `data.json`. */
export interface RenderData {
  /** The site's public address, without a trailing slash. */
  readonly siteUrl: string;
  /** The brand's colour, for e-mails. Pages have it in their styles. */
  readonly accent: string;
  readonly site: SitePayload;
  /** Payloads of the published pages, by path. */
  readonly payloads: Readonly<Record<string, Payloads[RouteName]>>;
  /** JSON-LD by path, escaped for a script element. */
  readonly structuredData: Readonly<Record<string, string>>;
  /** When visitors may choose a date; for the server only. */
  readonly booking?: Pattern | undefined;
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
  /** The hash of every script by its address. Browsers refuse a script that was altered. */
  readonly integrity: Readonly<Record<string, string>>;
  readonly bootScript: string;
  readonly firstViewScript: string;
  readonly typefaceCss: string;
  readonly baseCss: string;
  /** Style sheet of each page and of the error page (`error`). */
  readonly pageCss: Readonly<Record<string, string>>;
}
