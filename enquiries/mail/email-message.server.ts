/** An e-mail before it is written as plain text and as HTML, both from the same blocks. */
export type EmailMessage = {
  from: Address;
  to: Address;
  replyTo?: Address;
  subject: string;
  brand: Brand;
  blocks: Block[];
  headers?: Record<string, string>;
  /** An invitation for the recipient's calendar. */
  calendar?: { method: "REQUEST" | "CANCEL"; content: string };
  /** The Message-ID of the e-mail that this one continues. */
  inReplyTo?: string | undefined;
};

export type Address = { name: string; address: string };

/** The site's part of an e-mail: name, colour and signature. */
type Brand = { name: string; accent?: string | undefined; signature?: readonly string[] };

/** Parses `Name <kontakt@example.pl>`, or a bare address, which gets the given name. */
export function parseMailbox(mailbox: string, name: string): Address {
  const named = /^(.*)<(.+)>$/.exec(mailbox.trim());
  return named
    ? { name: named[1]?.trim() || name, address: named[2] ?? "" }
    : { name, address: mailbox.trim() };
}

export type Block =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "facts"; facts: Fact[] }
  /** Links that are drawn as buttons, the most important first. */
  | { kind: "actions"; actions: Action[] }
  /** A visitor's own words, with their line breaks. */
  | { kind: "quote"; text: string };

/** `href` makes the value a link. */
export type Fact = { label: string; value: string; href?: string };

type Action = { label: string; href: string };

export const heading = (text: string): Block => ({ kind: "heading", text });

export const paragraph = (text: string): Block => ({ kind: "paragraph", text });

/** A block of facts without the empty ones. */
export const factsOf = (facts: (Omit<Fact, "value"> & { value: string | null })[]): Block => ({
  kind: "facts",
  facts: facts.flatMap(({ value, ...fact }) => (value ? [{ ...fact, value }] : [])),
});

export function plainTextOf({ blocks, brand: { signature = [] } }: EmailMessage): string {
  // Mail programs recognise a signature by two hyphens and a space.
  const end = signature.length > 0 ? [["-- ", ...signature].join("\n")] : [];
  return `${[...blocks.map(plainBlock), ...end].join("\n\n")}\n`;
}

function plainBlock(block: Block): string {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return block.text;
    case "facts":
      return block.facts.map(({ label, value }) => `${label}: ${value}`).join("\n");
    case "actions":
      return block.actions.map(({ label, href }) => `${label}: ${href}`).join("\n");
    case "quote":
      return block.text
        .split("\n")
        .map((line) => `> ${line}`.trimEnd())
        .join("\n");
  }
}

const ink = "#101113";
const grey = "#54575c";
const line = "#c9cacc";
const columnWidth = 560;

// Mail programs need HTML as in 1999: tables with inline styles. Only dark mode needs a style sheet; a program that does not read it
// inverts the colours itself. The second selector is Outlook's.
const darkMode = (selector: (name: string) => string) =>
  [
    `${selector("paper")}{background-color:#111214 !important}`,
    `${selector("ink")}{color:#f4f4f2 !important}`,
    `${selector("grey")}{color:#b4b7bc !important}`,
    `${selector("line")}{border-color:#4a4d52 !important}`,
    `${selector("edge")}{border-color:#f4f4f2 !important}`,
    `${selector("accent")}{color:${ink} !important}`,
  ].join("");
const styles = [
  ":root{color-scheme:light dark;supported-color-schemes:light dark}",
  `@media (prefers-color-scheme:dark){${darkMode((name) => `.${name}`)}}`,
  darkMode((name) => `[data-ogsc] .${name}`),
].join("");

/** The e-mail in the style of the site, for Gmail, Outlook and Apple Mail alike. It loads no external resources. */
export function htmlOf({ subject, brand, blocks }: EmailMessage): string {
  const { name, signature = [] } = brand;
  const accent = escapeHtml(brand.accent ?? "#e6e6e6");
  const rows = [
    row(htmlBrand(name, accent), "0 0 28px"),
    ...blocks.map((block) => htmlBlock(block, accent)),
    ...(signature.length > 0 ? [htmlSignature(signature)] : []),
  ].join("\n");
  // Outlook for Windows ignores max-width, so comments that only it reads add a table of that width.
  const column = [
    `<!--[if mso]><table role="presentation" width="${columnWidth}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`,
    table(rows, ` width="100%" style="max-width:${columnWidth}px"`),
    "<!--[if mso]></td></tr></table><![endif]-->",
  ].join("\n");
  const page = `<tr><td align="center" style="padding:24px 16px">${column}</td></tr>`;
  return [
    "<!doctype html>",
    `<html lang="pl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">`,
    `<title>${escapeHtml(subject)}</title><style>${styles}</style></head>`,
    `<body class="paper" style="margin:0;padding:0;background-color:#ffffff">`,
    // Webmail drops the html element, so the language is repeated here.
    table(page, ` class="paper" lang="pl" width="100%" bgcolor="#ffffff" style="background-color:#ffffff"`),
    "</body></html>",
  ].join("\n");
}

/** The dot is a separate table, because a cell would grow with its row. */
function htmlBrand(name: string, accent: string): string {
  const dot = `<tr><td width="14" height="14" bgcolor="${accent}" style="background-color:${accent};font-size:0;line-height:14px;border-radius:7px">&nbsp;</td></tr>`;
  return table(
    `<tr><td valign="middle" style="min-width:14px">${table(dot)}</td><td class="ink" style="${text(18, { weight: "bold" })};padding-left:10px">${escapeHtml(name)}</td></tr>`,
  );
}

function htmlBlock(block: Block, accent: string): string {
  switch (block.kind) {
    case "heading":
      return row(
        `<h1 class="ink" style="${text(28, { weight: "bold", leading: 1.15 })};margin:0">${escapeHtml(block.text)}</h1>`,
        "0 0 12px",
      );
    case "paragraph":
      return row(`<p class="ink" style="${text(16)};margin:0">${withBreaks(block.text)}</p>`);
    case "facts":
      return row(
        `<table class="line" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-top:1px solid ${line}">\n${block.facts.map(htmlFact).join("\n")}\n</table>`,
      );
    case "actions": {
      const buttons = block.actions.map((action, at) => htmlAction(action, at === 0 ? accent : undefined));
      return buttons
        .map((button, at) => row(button, at < buttons.length - 1 ? "0 0 12px" : "0 0 24px"))
        .join("\n");
    }
    case "quote":
      return row(
        table(
          `<tr><td style="padding:4px 0 4px 16px;border-left:4px solid ${accent}"><blockquote class="ink" style="${text(17)};margin:0">${withBreaks(block.text)}</blockquote></td></tr>`,
        ),
      );
  }
}

function htmlFact({ label, value, href }: Fact): string {
  const cell = `padding:10px 0;border-bottom:1px solid ${line}`;
  const shown = href
    ? `<a class="ink" href="${escapeHtml(href)}" style="color:${ink}">${escapeHtml(value)}</a>`
    : escapeHtml(value);
  return `<tr><th class="grey line" scope="row" align="left" valign="top" width="30%" style="${text(15, { colour: grey })};${cell};padding-right:12px">${escapeHtml(label)}</th><td class="ink line" valign="top" style="${text(16, { weight: "bold" })};${cell}">${shown}</td></tr>`;
}

/** The link has the padding, so that the whole button can be tapped. Outlook ignores that and uses the cell's. */
function htmlAction({ label, href }: Action, accent: string | undefined): string {
  const [className, cell] = accent
    ? ["accent", `bgcolor="${accent}" style="background-color:${accent};border:2px solid ${accent}`]
    : ["ink edge", `style="border:2px solid ${ink}`];
  return table(
    `<tr><td class="${className}" ${cell};border-radius:2px;mso-padding-alt:13px 22px"><a class="${className}" href="${escapeHtml(href)}" style="${text(16, { weight: "bold", leading: 1.2 })};display:inline-block;padding:13px 22px;text-decoration:none">${escapeHtml(label)}</a></td></tr>`,
  );
}

function htmlSignature([first = "", ...rest]: readonly string[]): string {
  const words = `<strong class="ink" style="color:${ink}">${escapeHtml(first)}</strong><br>\n${withBreaks(rest.join("\n"))}`;
  const cell = `<tr><td class="grey line" style="${text(14, { colour: grey })};padding-top:16px;border-top:1px solid ${line}">${words}</td></tr>`;
  return row(table(cell, ` width="100%"`), "12px 0 0");
}

const table = (rows: string, attributes = "") =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0"${attributes}>${rows}</table>`;

const row = (content: string, padding = "0 0 20px") =>
  `<tr><td style="padding:${padding}">${content}</td></tr>`;

/** Separate properties, because Outlook supports the shorthand only in part. A long address wraps instead of widening the page. */
function text(size: number, { weight = "normal", leading = 1.5, colour = ink } = {}): string {
  return `font-family:Helvetica,Arial,sans-serif;font-size:${size}px;line-height:${Math.round(size * leading)}px;font-weight:${weight};color:${colour};word-break:break-word`;
}

const withBreaks = (text: string) => escapeHtml(text).replaceAll("\n", "<br>\n");

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** For text and for attributes in double quotation marks. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
