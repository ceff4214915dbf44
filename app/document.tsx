import { renderToStaticMarkup } from "react-dom/server";
import { toScriptJson } from "../content-model/script-json.ts";
import type { ClientFiles, InitialState, RenderData } from "./payload-types.ts";
import type { RouteName } from "./routes.ts";
import { BrokenErrorPage } from "./shell/error-page.tsx";
import { pageTitle } from "./shell/page.ts";

export interface DocumentOptions {
  readonly data: RenderData;
  /** The rendered app, as HTML. */
  readonly body: string;
  readonly path: string;
  /** Absent when an error is shown. */
  readonly page: { readonly name: RouteName; readonly indexed: boolean } | undefined;
  readonly initial: InitialState;
}

const basics = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`;

/** The whole HTML document around the rendered app. What the first view needs is inline; nothing delays it (B1.3, B1.5, B8.1, B8.4). */
export function renderDocument({ data, body, path, page, initial }: DocumentOptions): string {
  const { client, site } = data;
  const payload = page && data.payloads[path];
  const invalid = Object.keys(initial.form?.errors ?? {}).length > 0 || initial.form?.notice !== undefined;
  const title = `${invalid ? "Błąd: " : ""}${pageTitle(site, payload?.meta, initial.error)}`;
  const address = data.siteUrl + path;
  const state = Object.values(initial).some((value) => value !== undefined) ? initial : undefined;
  const head = renderToStaticMarkup(
    <>
      <title>{title}</title>
      {payload ? <meta name="description" content={payload.meta.description} /> : null}
      {page ? <link rel="canonical" href={address} /> : null}
      {page?.indexed ? null : <meta name="robots" content="noindex" />}
      <meta name="theme-color" content="#ffffff" />
      <meta name="msapplication-TileColor" content="#ffffff" />
      <meta name="msapplication-config" content="/browserconfig.xml" />
      <meta name="format-detection" content="telephone=no" />
      {client.icons.map((icon) => (
        <link key={icon.href} rel="icon" {...icon} />
      ))}
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      {payload ? (
        <>
          <meta property="og:type" content="website" />
          <meta property="og:locale" content="pl_PL" />
          <meta property="og:site_name" content={site.name} />
          <meta property="og:title" content={payload.meta.title} />
          <meta property="og:description" content={payload.meta.description} />
          <meta property="og:url" content={address} />
          <meta property="og:image" content={data.siteUrl + data.cards[path]} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={`${site.name} – ${payload.meta.title}`} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      ) : null}
    </>,
  );
  return [
    // Without `expect`, the first frame would be drawn, without content, as soon as the parser pauses after the head.
    `<!doctype html><html lang="pl" data-script="${client.script}" data-preloads="${client.preloads.join(" ")}" data-manifest="${client.manifest}" data-fonts="${client.fonts.join(" ")}" data-late="${client.lateCss}"><head>${basics}<link rel="expect" href="#menu" blocking="render">`,
    head,
    `<style>${client.baseCss}</style><style id="typeface">${client.typefaceCss}</style>`,
    `<script>${client.firstViewScript}</script>`,
    `<style>${client.pageCss[page?.name ?? "error"] ?? ""}</style>`,
    `<noscript><link rel="stylesheet" media="print" href="${client.lateCss}"></noscript>`,
    `<script type="application/ld+json">${data.structuredData[page ? path : "/"]}</script>`,
    `</head><body><div id="root">${body}</div>`,
    state ? `<script type="application/json" id="initial-state">${toScriptJson(state)}</script>` : "",
    `<script type="importmap">${client.importMap}</script>`,
    `<script type="module">${client.bootScript}</script></body></html>`,
  ].join("");
}

/** A document without scripts, whose styles stand in it. */
const plain = (head: string, styles: readonly (string | undefined)[], body: string) =>
  `<!doctype html><html lang="pl"><head>${basics}${head}${styles.map((css = "") => `<style>${css}</style>`).join("")}</head><body>${body}</body></html>`;

/** The page alone, for the preview: nothing but pictures is loaded. */
export function renderBareDocument({ data: { client }, body, page }: DocumentOptions): string {
  const styles = [client.baseCss, client.typefaceCss, client.pageCss[page?.name ?? "error"]];
  return plain("<title>Podgląd</title>", styles, `<div id="root">${body}</div>`);
}

/** A page for one person: the site's look, and nothing for search engines (C4.2). `isRefused` if what was posted from it has not been done. */
export function renderPlainDocument(
  { data: { client, site }, body, path }: DocumentOptions,
  isRefused: boolean,
): string {
  const name = path === "/opinia" ? "Twoja opinia" : "Twój termin";
  const head = renderToStaticMarkup(
    <>
      <meta name="robots" content="noindex" />
      <title>{`${isRefused ? "Błąd: " : ""}${name} – ${site.name}`}</title>
    </>,
  );
  const styles = [client.baseCss, client.typefaceCss, client.pageCss.kontakt];
  return plain(head, styles, `<link rel="stylesheet" href="${client.lateCss}"><div id="root">${body}</div>`);
}

/** The last resort when even the error page cannot be rendered; it depends on nothing that could fail. */
export function renderBrokenDocument({ baseCss, pageCss }: ClientFiles, message: string): string {
  const head = `<meta name="robots" content="noindex"><title>Error</title>`;
  const body = renderToStaticMarkup(<BrokenErrorPage message={message} />);
  return plain(head, [baseCss, pageCss.error], body);
}
