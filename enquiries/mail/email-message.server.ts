/** An e-mail before it is written as plain text and as HTML, both from the same blocks. */
export type EmailMessage = {
  from: Address;
  to: Address;
  replyTo?: Address;
  subject: string;
  look: Look;
  blocks: Block[];
  headers?: Record<string, string>;
};

export type Address = { name: string; address: string };

/** The site's part of an e-mail: name, colour and signature. */
type Look = { name: string; accent?: string | undefined; signature?: readonly string[] };

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

export type Action = { label: string; href: string };

export const heading = (text: string): Block => ({ kind: "heading", text });

export const paragraph = (text: string): Block => ({ kind: "paragraph", text });

/** A block of facts without the empty ones. */
export const factsOf = (facts: (Omit<Fact, "value"> & { value: string | null })[]): Block => ({
  kind: "facts",
  facts: facts.flatMap(({ value, ...fact }) => (value ? [{ ...fact, value }] : [])),
});

export function plainTextOf({ blocks, look: { signature = [] } }: EmailMessage): string {
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
