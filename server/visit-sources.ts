/** Sites by which visitors come, under the names that the panel shows. A domain stands for its subdomains, too. */
const sites: Readonly<Record<string, readonly string[]>> = {
  Bing: ["bing.com"],
  Booksy: ["booksy.com"],
  ChatGPT: ["chatgpt.com", "openai.com"],
  DuckDuckGo: ["duckduckgo.com"],
  Ecosia: ["ecosia.org"],
  Facebook: ["facebook.com", "fb.com", "messenger.com"],
  Fixly: ["fixly.pl"],
  Instagram: ["instagram.com"],
  LinkedIn: ["linkedin.com", "lnkd.in"],
  OLX: ["olx.pl"],
  Oferteo: ["oferteo.pl"],
  "Panorama Firm": ["panoramafirm.pl"],
  Perplexity: ["perplexity.ai"],
  "Polskie Książki Telefoniczne": ["pkt.pl"],
  Strava: ["strava.com"],
  TikTok: ["tiktok.com"],
  WhatsApp: ["whatsapp.com", "wa.me"],
  X: ["x.com", "t.co", "twitter.com"],
  Yahoo: ["yahoo.com"],
  YouTube: ["youtube.com", "youtu.be"],
  ZnanyLekarz: ["znanylekarz.pl"],
};

const names = new Map(
  Object.entries(sites).flatMap(([name, domains]) => domains.map((domain) => [domain, name])),
);

/**
 * The name of a known site, `z:` and a tag of the owner's, or `inne`. Nothing else that a visitor's browser sends is ever returned, so
 * that an invented tag or a stranger's address is stored nowhere (C6.1).
 */
export function sourceOf(referer: string | undefined, search: string, tags: readonly string[]): string {
  const tag = search === "" ? undefined : new URLSearchParams(search).get("z")?.toLowerCase();
  const declared = tags.find((one) => one === tag);
  if (declared) return `z:${declared}`;
  const host = URL.parse(referer ?? "")?.hostname ?? "";
  // Google has a domain in every country, and its apps name themselves.
  if (/(?:^|\.)google\.[a-z]{2,3}(?:\.[a-z]{2})?$|^com\.google\./.test(host)) return "Google";
  for (let domain = host; domain.includes("."); domain = domain.slice(domain.indexOf(".") + 1)) {
    const name = names.get(domain);
    if (name) return name;
  }
  return "inne";
}
