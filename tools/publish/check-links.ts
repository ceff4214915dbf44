import type { ServedDocument } from "./check-document.ts";
import { decodeEntities } from "./read-html.ts";

type Served = Pick<ServedDocument, "path" | "html">;
interface Addresses {
  readonly baseUrl: string;
  readonly siteUrl: string;
}

/** Links, pictures, scripts, payloads and places within pages that lead nowhere on this site, in Polish, a line each. */
export async function brokenLinks(
  documents: readonly Served[],
  { baseUrl, siteUrl }: Addresses,
): Promise<string[]> {
  const pages = new Map(documents.map((document) => [document.path, document.html]));
  const namedOn = new Map<string, string>();
  for (const { path, html } of documents) {
    for (const address of addressesIn(html)) {
      const target = ownAddress(address, { path, siteUrl });
      if (target !== undefined && !namedOn.has(target)) namedOn.set(target, path);
    }
  }
  for (const address of await payloadsOf(documents, baseUrl)) namedOn.set(address, "/");

  const problems: string[] = [];
  const queue = [...namedOn];
  const follow = async () => {
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
      const [target, path] = entry;
      const fault = await faultOf(target, { baseUrl, pages });
      if (fault !== undefined) problems.push(`${path}: odnośnik do ${target} ${fault}.`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, follow));
  return problems.sort();
}

function addressesIn(html: string): string[] {
  const plain = [...html.matchAll(/\s(?:href|src|action|data-app|data-manifest)="([^"]*)"/g)];
  const described = [...html.matchAll(/\scontent="((?:https?:\/)?\/[^"]*)"/g)];
  const lists = [...html.matchAll(/\s(?:imagesrcset|srcset)="([^"]*)"/gi)];
  return [
    ...[...plain, ...described].map(([, address = ""]) => address),
    ...lists.flatMap(([, list = ""]) => list.split(",").map((entry) => entry.trim().split(" ", 1)[0] ?? "")),
  ].map(decodeEntities);
}

/** The address from the root of this site; undefined for other sites, telephones and mere words. */
function ownAddress(address: string, { path, siteUrl }: { path: string; siteUrl: string }) {
  if (address.startsWith("#")) return path + address;
  const local = address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address;
  return local.startsWith("/") && !local.startsWith("//") ? local : undefined;
}

/** In-app navigation asks for them by the static manifest. */
async function payloadsOf(documents: readonly Served[], baseUrl: string): Promise<string[]> {
  const [, manifest] = /\sdata-manifest="([^"]+)"/.exec(documents[0]?.html ?? "") ?? [];
  if (manifest === undefined) return [];
  const answer = await fetch(baseUrl + manifest);
  if (!answer.ok) return [];
  const { payloads } = (await answer.json()) as { payloads: Record<string, string> };
  return Object.values(payloads);
}

async function faultOf(
  target: string,
  { baseUrl, pages }: { baseUrl: string; pages: ReadonlyMap<string, string> },
): Promise<string | undefined> {
  const [address = "", fragment] = target.split("#", 2);
  const answer = await fetch(baseUrl + address, { method: "HEAD", redirect: "manual" });
  if (answer.status !== 200) return `odpowiada kodem ${answer.status}`;
  const html = pages.get(address.split("?", 1)[0] ?? "");
  if (fragment && html !== undefined && !html.includes(` id="${fragment}"`)) {
    return "wskazuje miejsce, którego na stronie nie ma";
  }
  return undefined;
}
