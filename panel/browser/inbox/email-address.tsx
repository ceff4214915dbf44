/** An address that breaks before its @ and its dots, and within a part only where that is wider than the line. */
export function EmailAddress({ children }: { readonly children: string }) {
  return children.split(/(?=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay in their order
    <span key={at} className="whole">
      {part}
    </span>
  ));
}
