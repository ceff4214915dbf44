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

export type Block =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "facts"; facts: Fact[] }
  /** Links, the most important first. */
  | { kind: "actions"; actions: { label: string; href: string }[] }
  /** A visitor's own words, with their line breaks. */
  | { kind: "quote"; text: string };

/** `href` makes the value a link. */
export type Fact = { label: string; value: string; href?: string };

export const heading = (text: string): Block => ({ kind: "heading", text });

export const paragraph = (text: string): Block => ({ kind: "paragraph", text });

/** A block of facts without the empty ones. */
export const factsOf = (facts: (Omit<Fact, "value"> & { value: string | null })[]): Block => ({
  kind: "facts",
  facts: facts.flatMap(({ value, ...fact }) => (value ? [{ ...fact, value }] : [])),
});

export function plainTextOf({ blocks, signature = [] }: EmailMessage): string {
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

/** Markup without styles, so mail programs use their own fonts and colours, in dark mode too. It loads nothing. */
export function htmlOf({ subject, blocks, signature = [] }: EmailMessage): string {
  return [
    `<!doctype html><html lang="pl"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    // Webmail drops the html element, so the language is repeated here.
    `<body lang="pl">`,
    ...blocks.map(htmlBlock),
    ...(signature.length > 0 ? [`<p>-- <br>\n${withBreaks(signature.join("\n"))}</p>`] : []),
    "</body></html>",
  ].join("\n");
}

function htmlBlock(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `<h1>${escapeHtml(block.text)}</h1>`;
    case "paragraph":
      return `<p>${withBreaks(block.text)}</p>`;
    case "facts":
      return `<p>${block.facts.map(({ label, value, href }) => `${escapeHtml(label)}: ${href ? link(href, value) : escapeHtml(value)}`).join("<br>\n")}</p>`;
    case "actions":
      return block.actions
        .map(({ label, href }) => `<p><strong>${link(href, label)}</strong></p>`)
        .join("\n");
    case "quote":
      return `<blockquote>${withBreaks(block.text)}</blockquote>`;
  }
}

const link = (href: string, text: string) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

const withBreaks = (text: string) => escapeHtml(text).replaceAll("\n", "<br>\n");

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** For text and for attributes in double quotation marks. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
