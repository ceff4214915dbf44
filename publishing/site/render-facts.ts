import type { RenderData } from "../../app/payload-types.ts";
import {
  formNameOf,
  type Logo,
  type Payloads,
  pagePayloads,
  publishedPaths,
  type Received,
  sitePayload,
  withPictures,
} from "../../app/payloads.ts";
import { routes } from "../../app/routes.ts";
import type { PictureFile } from "../../app/ui/picture.tsx";
import type { Content } from "../../content-model/content.ts";
import { contrastRatio } from "../../content-model/contrast.ts";
import { formatFullPrice } from "../../content-model/format-price.ts";
import { holdsSample } from "../../content-model/samples.ts";
import { toScriptJson } from "../../content-model/script-json.ts";
import { structuredData } from "../../content-model/structured-data.ts";
import type { Site } from "../../server/build-facts.ts";
import type { SiteSettings } from "../basis.ts";

/** The facts for enquiries, as pages show them, with the rules for free dates. */
export function businessOf(data: Pick<RenderData, "site" | "payloads">, content: Content): Site["business"] {
  const { site, payloads } = data;
  const { slots } = content.kontakt;
  const { goals } = payloads["/kontakt"] as Payloads["kontakt"];
  const { name, phone, email, answerTime, company, address } = site;
  const { streetAddress, postalCode, addressLocality } = address;
  const town = [postalCode, addressLocality].filter(Boolean).join(" ");
  const nip = company.nip ? `NIP ${company.nip}` : "";
  const lines = [company.legalName, [streetAddress, town].filter(Boolean).join(", "), nip];
  const oferta = payloads["/oferta"] as Payloads["oferta"] | undefined;
  const offered = [...(oferta?.services ?? []), ...(oferta?.packages ?? [])];
  const prices = Object.fromEntries(offered.map((one) => [formNameOf(one), formatFullPrice(one.price)]));
  const place = [streetAddress, addressLocality].filter(Boolean).join(", ");
  const facts = { name, phone: phone?.label ?? "", email: email ?? "", answerTime, prices, place };
  const business = { ...facts, signature: lines.filter(Boolean), goals: [...goals] };
  if (!slots) return business;
  const { times, noticeHours, pauseMinutes, daysAhead, closed } = slots;
  return { ...business, booking: { times, noticeHours, pauseMinutes, daysAhead, closed } };
}

type Settings = Omit<SiteSettings, "api"> & {
  readonly logo: Logo | undefined;
  readonly received?: Received | undefined;
};

/** The data for rendering pages that depends on content; the built client and the cards are added later. */
export function renderFacts(
  content: Content,
  pictures: ReadonlyMap<string, PictureFile>,
  { siteUrl, retentionDays, production, logo, received }: Settings,
): Pick<RenderData, "siteUrl" | "site" | "payloads" | "structuredData"> {
  const published = publishedPaths(content);
  const image = withPictures(content.site.image ?? content.index.hero.photo, pictures);
  const imagePath = `${image.base}-${image.jpg}.jpg`;
  const byName = pagePayloads(content, pictures, retentionDays, received);
  const payloads = Object.fromEntries(
    routes.filter(({ path }) => published.includes(path)).map(({ path, name }) => [path, byName[name]]),
  );
  const notice = production ? sampleNotice(content, payloads) : [];
  const site = { ...sitePayload(content, pictures), logo, sampleNotice: notice };
  const graphs = routes.map(({ path, label }) => {
    return [path, toScriptJson(structuredData(content, { siteUrl, path, label, imagePath }))];
  });
  return { siteUrl, site, payloads, structuredData: Object.fromEntries(graphs) };
}

/** Where the sample notice appears: everywhere if site.yaml is a sample, because its facts are on every page. */
function sampleNotice({ site }: Content, payloads: RenderData["payloads"]): "everywhere" | string[] {
  if (site.sample) return "everywhere";
  return Object.keys(payloads).filter((path) => holdsSample(payloads[path]));
}

/** The accent, a darker shade of the same hue for text on white (5.5:1), and one of both for lines, as custom properties. */
export function accentCss(accent: string): string {
  const deep = readable(accent);
  const line = contrastRatio(accent, "#ffffff") >= 3 ? accent : deep;
  return `:root{--accent:${accent};--accent-deep:${deep};--accent-line:${line}}`;
}

function readable(accent: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16));
  for (let share = 1; share > 0; share -= 0.02) {
    const darker = `#${Buffer.from(channels.map((channel) => Math.round(channel * share))).toString("hex")}`;
    if (contrastRatio(darker, "#ffffff") >= 5.5) return darker;
  }
  return "#000000";
}
