import type { Site } from "./build-facts.ts";
import type { Config } from "./config.ts";
import type { Middleware } from "./http-env.ts";
import type { StaticFile } from "./static-files.ts";

type Headers = Readonly<Record<string, string>>;

export type SecurityFacts = Pick<Site, "scriptHashes" | "styleHashes"> & Pick<Config, "siteUrl" | "api">;

/** The headers of every document, also for static hosts (B8.2). */
export function documentHeaders(facts: SecurityFacts): Headers {
  return {
    "Content-Security-Policy": contentSecurityPolicy(facts),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    // Not no-referrer: with that the Origin of the visitor's own form post would be "null".
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": deniedFeatures.map((feature) => `${feature}=()`).join(", "),
    ...partHeaders(facts),
  };
}

/** The headers of scripts, styles, fonts and pictures: the few that have an effect outside documents. */
export function partHeaders({ siteUrl }: Pick<SecurityFacts, "siteUrl">): Headers {
  return {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(siteUrl.startsWith("https:") && { "Strict-Transport-Security": "max-age=63072000" }),
  };
}

/** An SVG that is opened directly is a document; this policy lets it do nothing but render. */
export const svgPolicy = "default-src 'none'; sandbox";

const deniedFeatures = [
  "accelerometer",
  "browsing-topics",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
];

function contentSecurityPolicy({ scriptHashes, styleHashes, api }: SecurityFacts): string {
  const service = URL.parse(api.browserBaseUrl ?? api.baseUrl ?? "")?.origin;
  const quoted = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...quoted(scriptHashes)].join(" "),
    ["style-src 'self'", ...quoted(styleHashes)].join(" "),
    "img-src 'self' data:",
    "font-src 'self'",
    service ? `connect-src 'self' ${service}` : "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The Trusted Types policies that the app creates; the browser allows no others.
    "trusted-types service-worker",
  ].join("; ");
}

/** Adds the headers to all files in advance: adding them to each response would take a fifth of its time. */
export function secureFiles(files: ReadonlyMap<string, StaticFile>, facts: SecurityFacts): void {
  const forDocuments = documentHeaders(facts);
  const forParts = partHeaders(facts);
  const forSvg = { "Content-Security-Policy": svgPolicy, ...forParts };
  for (const [path, { immutable, variants }] of files) {
    const secured = path.endsWith(".svg") ? forSvg : immutable ? forParts : forDocuments;
    for (const { headers } of Object.values(variants)) Object.assign(headers, secured);
  }
}

/** Adds the headers of documents to every other answer, errors included. */
export function secureHeaders(facts: SecurityFacts): Middleware {
  const entries = Object.entries(documentHeaders(facts));
  return async (c, next) => {
    await next();
    if (c.get("isFile")) return;
    for (const [name, value] of entries) c.env.outgoing.setHeader(name, value);
  };
}
