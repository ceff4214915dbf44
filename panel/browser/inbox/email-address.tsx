/** An address that breaks before its @, a half that is wider than the line before its dots, and a part only where it must. */
export function EmailAddress({ children }: { readonly children: string }) {
  return children.split(/(?=@)/).map((half) => (
    <span key={half} className="whole">
      {half.split(/(?=\.)/).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay in their order
        <span key={at} className="whole">
          {part}
        </span>
      ))}
    </span>
  ));
}
