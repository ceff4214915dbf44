import type { Action, Block, EmailMessage, Fact } from "./email-message.server.ts";

const ink = "#101113";
const grey = "#54575c";
const font = "Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif";

// Mail programs draw what browsers drew in 1999: tables and styles on each element. Only dark mode needs a style sheet; where one
// is not read, the program inverts the colours by itself. The second selector is Outlook's.
const darkMode = (selector: (name: string) => string) =>
  [
    `${selector("paper")}{background-color:#111214 !important}`,
    `${selector("ink")}{color:#f4f4f2 !important}`,
    `${selector("grey")}{color:#b4b7bc !important}`,
    `${selector("line")}{border-color:#4a4d52 !important}`,
    `${selector("accent")}{color:${ink} !important}`,
  ].join("");
const styles = [
  ":root{color-scheme:light dark;supported-color-schemes:light dark}",
  `@media (prefers-color-scheme:dark){${darkMode((name) => `.${name}`)}}`,
  darkMode((name) => `[data-ogsc] .${name}`),
].join("");

/** The e-mail in the look of the site, for Gmail, Outlook and Apple Mail alike; nothing in it is fetched from anywhere. */
export function htmlOf({ subject, look, blocks }: EmailMessage): string {
  const { name, accent = "#e6e6e6", signature = [] } = look;
  return [
    "<!doctype html>",
    `<html lang="pl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">`,
    `<title>${escapeHtml(subject)}</title><style>${styles}</style></head>`,
    `<body class="paper" style="margin:0;padding:0;background-color:#ffffff">`,
    `<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff">`,
    `<tr><td align="center" style="padding:24px 16px">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">`,
    row(htmlBrand(name, escapeHtml(accent)), "0 0 28px"),
    ...blocks.map((block) => htmlBlock(block, accent)),
    ...(signature.length > 0 ? [htmlSignature(signature)] : []),
    "</table></td></tr></table></body></html>",
  ].join("\n");
}

/** The dot is a table of its own: a cell would grow with its row. */
function htmlBrand(name: string, accent: string): string {
  const dot = `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td width="14" height="14" bgcolor="${accent}" style="font-size:0;line-height:14px;border-radius:7px">&nbsp;</td></tr></table>`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td valign="middle">${dot}</td><td class="ink" style="${text(18, { weight: 800 })};padding-left:10px">${escapeHtml(name)}</td></tr></table>`;
}

function htmlBlock(block: Block, accent: string): string {
  switch (block.kind) {
    case "heading":
      return row(
        `<h1 class="ink" style="${text(28, { weight: 800, leading: 1.15 })};margin:0">${escapeHtml(block.text)}</h1>`,
        "0 0 12px",
      );
    case "paragraph":
      return row(`<p class="ink" style="${text(16)};margin:0">${withBreaks(block.text)}</p>`);
    case "facts":
      return row(
        `<table class="line" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-top:1px solid #c9cacc">\n${block.facts.map(htmlFact).join("\n")}\n</table>`,
      );
    case "actions":
      return block.actions
        .map((action, at) => row(htmlAction(action, at === 0 ? accent : undefined), "0 0 12px"))
        .join("\n");
    case "quote":
      return row(
        `<blockquote class="ink" style="${text(17)};margin:0;padding:4px 0 4px 16px;border-left:4px solid ${escapeHtml(accent)}">${withBreaks(block.text)}</blockquote>`,
      );
  }
}

function htmlFact({ label, value, href }: Fact): string {
  const cell = "padding:10px 0;border-bottom:1px solid #c9cacc";
  const shown = href
    ? `<a class="ink" href="${escapeHtml(href)}" style="color:${ink}">${escapeHtml(value)}</a>`
    : escapeHtml(value);
  return `<tr><th class="grey line" align="left" valign="top" width="36%" style="${text(15, { colour: grey })};${cell};padding-right:12px">${escapeHtml(label)}</th><td class="ink line" style="${text(16, { weight: 600 })};${cell}">${shown}</td></tr>`;
}

/** The padding is the cell's and the border a table's, because Outlook gives a link neither. */
function htmlAction({ label, href }: Action, accent: string | undefined): string {
  const [className, look] = accent
    ? ["accent", `background-color:${escapeHtml(accent)};border:2px solid ${escapeHtml(accent)}`]
    : ["ink line", `border:2px solid ${ink}`];
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="${className}" style="${look};border-radius:2px;padding:13px 22px"><a class="${className}" href="${escapeHtml(href)}" style="${text(16, { weight: 700, leading: 1.2 })};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}

function htmlSignature([first = "", ...rest]: readonly string[]): string {
  return row(
    `<p class="grey line" style="${text(14, { colour: grey })};margin:0;padding-top:16px;border-top:1px solid #c9cacc"><strong class="ink" style="color:${ink}">${escapeHtml(first)}</strong><br>\n${withBreaks(rest.join("\n"))}</p>`,
    "12px 0 0",
  );
}

const row = (content: string, padding = "0 0 20px") =>
  `<tr><td style="padding:${padding}">${content}</td></tr>`;

function text(size: number, { weight = 400, leading = 1.5, colour = ink } = {}): string {
  return `font:${weight} ${size}px/${leading} ${font};color:${colour}`;
}

const withBreaks = (text: string) => escapeHtml(text).replaceAll("\n", "<br>\n");

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
