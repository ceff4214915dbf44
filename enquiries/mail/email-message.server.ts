/** An e-mail before it is written as plain text and as HTML, both from the same blocks. */
export type EmailMessage = {
  from: Address;
  to: Address;
  replyTo?: Address | undefined;
  subject: string;
  blocks: Block[];
  signature?: readonly string[];
  headers?: Record<string, string>;
  /** An invitation for the recipient's calendar. */
  calendar?: { method: "REQUEST" | "CANCEL"; content: string } | undefined;
  /** The Message-ID of the e-mail that this one continues. */
  inReplyTo?: string | undefined;
};

export type Address = { name: string; address: string };

/** Parses `Name <kontakt@example.pl>`, also with the name in quotation marks, or a bare address, which gets the given name. */
export function parseMailbox(mailbox: string, name: string): Address {
  const named = /^(.*)<(.+)>$/.exec(mailbox.trim());
  return named
    ? { name: named[1]?.trim().replace(/^"(.*)"$/, "$1") || name, address: named[2] ?? "" }
    : { name, address: mailbox.trim() };
}

/** A part of an e-mail in both forms. */
export type Block = { text: string; html: string };

export const heading = (text: string): Block => ({ text, html: `<h1>${escapeHtml(text)}</h1>` });

/** The program's or the owner's words. Their addresses become links, which not every mail program makes of them in HTML. */
export const paragraph = (text: string): Block => ({ text, html: `<p>${withLinks(text)}</p>` });

/** A visitor's own words, with their line breaks. */
export const quote = (words: string): Block => ({
  text: words.replace(/^.*$/gm, (line) => `> ${line}`.trimEnd()),
  html: `<blockquote>${withBreaks(words)}</blockquote>`,
});

/** `href` makes the value a link. An empty fact is left out. */
type Fact = { label: string; value: string | null; href?: string };

export function factsOf(facts: Fact[]): Block {
  const lines = facts.flatMap(({ label, value, href }) => {
    if (!value) return [];
    const shown = href ? link(href, value) : escapeHtml(value);
    return { text: `${label}: ${value}`, html: `${escapeHtml(label)}: ${shown}` };
  });
  return {
    text: lines.map(({ text }) => text).join("\n"),
    html: `<p>${lines.map(({ html }) => html).join("<br>\n")}</p>`,
  };
}

/** Links, the most important first. One without an address is left out; without any there is no block. */
export function actionsOf(actions: { label: string; href: string | null | undefined }[]): Block[] {
  const given = actions.flatMap(({ label, href }) => (href ? [{ label, href }] : []));
  const text = given.map(({ label, href }) => `${label}: ${href}`).join("\n");
  const html = given.map(({ label, href }) => `<p><strong>${link(href, label)}</strong></p>`).join("\n");
  return text ? [{ text, html }] : [];
}

/** Mail programs recognise a signature by two hyphens and a space. */
const withSignature = ({ blocks, signature = [] }: EmailMessage) =>
  signature.length > 0 ? [...blocks, paragraph(["-- ", ...signature].join("\n"))] : blocks;

export function plainTextOf(message: EmailMessage): string {
  const texts = withSignature(message).map(({ text }) => text);
  return `${texts.join("\n\n")}\n`;
}

/** Markup without styles, so mail programs use their own fonts and colours, in dark mode too. It loads nothing. */
export function htmlOf(message: EmailMessage): string {
  return [
    `<!doctype html><html lang="pl"><head><meta charset="utf-8"><title>${escapeHtml(message.subject)}</title></head>`,
    // Webmail drops the html element, so the language is repeated here.
    `<body lang="pl">`,
    ...withSignature(message).map(({ html }) => html),
    "</body></html>",
  ].join("\n");
}

const link = (href: string, text: string) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

const withLinks = (text: string) =>
  text
    .split(/(https?:\/\/[^\s„”"<>]*[^\s„”’"<>.,;:!?…)\]])/)
    .map((part, at) => (at % 2 === 1 ? link(part, part) : withBreaks(part)))
    .join("");

const withBreaks = (text: string) => escapeHtml(text).replaceAll("\n", "<br>\n");

/** For text and for attributes in double quotation marks. */
export const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
