/** Allows an e-mail address to wrap before its @, and a phone number between its groups. */
export const wrapping = (text: string) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other order
  text.split(/(?=@)|(?<=\u00a0)/).flatMap((part, at) => (at ? [<wbr key={at} />, part] : part));
