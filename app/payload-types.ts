import type { Content } from "../content-model/content.ts";
import type { OpeningLine } from "../content-model/format-opening-hours.ts";
import type { Photo } from "../content-model/schema/photo.ts";
import type { FormState } from "../enquiries/form.ts";
import type { RouteName } from "./routes.ts";
import type { PageError } from "./shell/page-error.ts";
import type { Logo } from "./ui/mark.tsx";
import type { PictureData } from "./ui/picture.tsx";

/** A piece of content in which every photograph has become an encoded picture. */
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

/** What every page shows around its own content. */
export interface SitePayload {
  readonly name: string;
  readonly descriptor: string;
  readonly logo?: Logo | undefined;
  readonly phone: { readonly href: string; readonly label: string };
  readonly email: string;
  readonly address: Content["site"]["address"];
  readonly mapAddress: string;
  readonly openingHours: readonly OpeningLine[];
  readonly openingNote?: string | undefined;
  /** What everybody should know these days, such as a holiday. */
  readonly notice?: string | undefined;
  readonly areaServed: readonly string[];
  readonly socialProfiles: Content["site"]["socialProfiles"];
  readonly company: Content["site"]["company"];
  readonly answerTime: string;
  readonly menu: readonly { readonly path: string; readonly label: string }[];
  readonly errorPhoto?: PictureData | undefined;
  /** Where pages say that their data is a sample: everywhere, or on these paths. */
  readonly sampleNotice: "everywhere" | readonly string[];
}

export interface Payloads {
  readonly index: Omit<Index, "services"> & {
    readonly services: Omit<Index["services"], "featured"> & { readonly items: Oferta["services"] };
    readonly steps: { readonly items: Oferta["steps"] };
    readonly gallery: { readonly photos: Galeria["photos"]; readonly published: boolean };
    readonly achievements: { readonly figures: Osiagniecia["figures"]; readonly published: boolean };
    readonly faq: { readonly questions: Oferta["faq"] };
    readonly offerPublished: boolean;
  };
  readonly oferta: Oferta;
  readonly galeria: Omit<Galeria, "photos"> & {
    /** `id` is the name of the photograph's file, for its address. */
    readonly photos: readonly (Galeria["photos"][number] & { readonly id: string })[];
  };
  readonly osiagniecia: Osiagniecia;
  readonly kontakt: WithPictures<Content["kontakt"]> & {
    readonly goals: readonly string[];
    readonly privacy: Content["prywatnosc"];
  };
  readonly dziekujemy: WithPictures<Content["dziekujemy"]>;
}

/** What a document tells the app that starts in it; absent parts mean an ordinary page. */
export interface InitialState {
  readonly error?: (PageError & { readonly requestId?: string | undefined }) | undefined;
  readonly form?: FormState | undefined;
  readonly reference?: string | undefined;
}

/** Everything that rendering needs, written by the build beside the server bundle. */
export interface RenderData {
  /** Where the site is reached, without a slash at the end. */
  readonly siteUrl: string;
  readonly site: SitePayload;
  /** Page payloads by path; a path that is missing is not pre-rendered. */
  readonly payloads: Readonly<Record<string, Payloads[RouteName]>>;
  /** JSON-LD by path, ready to stand inside a script element. */
  readonly structuredData: Readonly<Record<string, string>>;
  readonly cards: Readonly<Partial<Record<string, string>>>;
  readonly client: ClientFiles;
}

/** Addresses and texts of the built client that documents refer to. */
export interface ClientFiles {
  /** Scripts that start the app, one after another. */
  readonly steps: readonly string[];
  /** What the steps are made of, loaded side by side as soon as the app starts. */
  readonly parts: readonly string[];
  readonly manifest: string;
  readonly motionCss: string;
  readonly fonts: readonly string[];
  /** What browsers may show on a tab, the best last. */
  readonly icons: readonly { readonly href: string; readonly type?: string; readonly sizes?: string }[];
  /** The hash of every script, by its address: browsers run none that has become another on its way. */
  readonly integrity: Readonly<Record<string, string>>;
  readonly bootScript: string;
  readonly firstViewScript: string;
  readonly typefaceCss: string;
  readonly baseCss: string;
  /** Style sheet of each page and of the error page (`error`). */
  readonly pageCss: Readonly<Record<string, { readonly address: string; readonly text: string }>>;
}
