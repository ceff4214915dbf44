/** Sites by which visitors come: the name that the panel shows, and its domains, which stand for their subdomains, too. */
const sites = [
  ["Bing", "bing.com"],
  ["Booksy", "booksy.com"],
  ["ChatGPT", "chatgpt.com", "openai.com"],
  ["DuckDuckGo", "duckduckgo.com"],
  ["Facebook", "facebook.com", "fb.com", "messenger.com"],
  ["Fixly", "fixly.pl"],
  ["Instagram", "instagram.com"],
  ["LinkedIn", "linkedin.com", "lnkd.in"],
  ["OLX", "olx.pl"],
  ["Oferteo", "oferteo.pl"],
  ["TikTok", "tiktok.com"],
  ["WhatsApp", "whatsapp.com", "wa.me"],
  ["X", "x.com", "t.co", "twitter.com"],
  ["YouTube", "youtube.com", "youtu.be"],
  ["ZnanyLekarz", "znanylekarz.pl"],
] as const;

/**
 * The name of a known site, `z:` and a tag of the owner's, or `inne`. Nothing else that a browser sends is ever returned, so an invented
 * tag or a stranger's address is stored nowhere (C6.1).
 */
export function sourceOf(referer: string | undefined, search: string, tags: readonly string[]): string {
  const tag = search && new URLSearchParams(search).get("z")?.toLowerCase();
  if (tag && tags.includes(tag)) return `z:${tag}`;
  const host = URL.parse(referer ?? "")?.hostname ?? "";
  // Google has a domain in every country, and its apps name themselves.
  if (/(?:^|\.)google\.[a-z]{2,3}(?:\.[a-z]{2})?$|^com\.google\./.test(host)) return "Google";
  const isOf = (domain: string) => host === domain || host.endsWith(`.${domain}`);
  return sites.find(([, ...domains]) => domains.some(isOf))?.[0] ?? "inne";
}
