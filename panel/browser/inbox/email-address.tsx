/** An e-mail address that wraps before its @ first, then before dots, and within a part only where it must. */
export function EmailAddress({ children }: { readonly children: string }) {
  return children.split(/(?=@)/).map((half) => (
    <span key={half} className="whole">
      {half.split(/(?=\.)/).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts keep their order
        <span key={at} className="whole">
          {part}
        </span>
      ))}
    </span>
  ));
}
