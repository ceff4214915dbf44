/** An e-mail before it is written as plain text and as HTML, both from the same blocks. */
export type EmailMessage = {
  from: Address;
  to: Address;
  replyTo?: Address;
  subject: string;
  blocks: Block[];
  headers?: Record<string, string>;
};

export type Address = { name: string; address: string };

/** Parses `Name <kontakt@example.pl>`, or a bare address, which gets the given name. */
export function parseMailbox(mailbox: string, name: string): Address {
  const named = /^(.*)<(.+)>$/.exec(mailbox.trim());
  return named
    ? { name: named[1]?.trim() || name, address: named[2] ?? "" }
    : { name, address: mailbox.trim() };
}

export type Block =
  | { kind: "paragraph"; text: string }
  | { kind: "facts"; facts: Fact[] }
  /** A visitor's own words, with their line breaks. */
  | { kind: "quote"; text: string };

/** `tel` is a number in E.164, which becomes a link. */
export type Fact = { label: string; value: string; tel?: string };

export const paragraph = (text: string): Block => ({ kind: "paragraph", text });

/** A block of facts without the empty ones. */
export const factsOf = (facts: (Omit<Fact, "value"> & { value: string | null })[]): Block => ({
  kind: "facts",
  facts: facts.flatMap(({ value, ...fact }) => (value ? [{ ...fact, value }] : [])),
});

export function plainTextOf({ blocks }: EmailMessage): string {
  return `${blocks.map(plainBlock).join("\n\n")}\n`;
}

function plainBlock(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return block.text;
    case "facts":
      return block.facts
        .flatMap(({ label, value, tel }) => [`${label}: ${value}`, ...(tel ? [`tel:${tel}`] : [])])
        .join("\n");
    case "quote":
      return block.text
        .split("\n")
        .map((line) => `> ${line}`.trimEnd())
        .join("\n");
  }
}

export function htmlOf({ subject, blocks }: EmailMessage): string {
  return [
    "<!doctype html>",
    `<html lang="pl"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>`,
    ...blocks.map(htmlBlock),
    "</body></html>",
  ].join("\n");
}

function htmlBlock(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return `<p>${withBreaks(block.text)}</p>`;
    case "facts":
      return `<table cellpadding="4">\n${block.facts.map(htmlFact).join("\n")}\n</table>`;
    case "quote":
      return `<blockquote>${withBreaks(block.text)}</blockquote>`;
  }
}

function htmlFact({ label, value, tel }: Fact): string {
  const shown = tel ? `<a href="tel:${escapeHtml(tel)}">${escapeHtml(value)}</a>` : escapeHtml(value);
  return `<tr><th align="left" valign="top">${escapeHtml(label)}</th><td>${shown}</td></tr>`;
}

const withBreaks = (text: string) => escapeHtml(text).replaceAll("\n", "<br>\n");

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
