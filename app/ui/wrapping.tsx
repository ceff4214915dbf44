/** Allows an e-mail address to wrap before its @. */
export const wrapping = (email: string) =>
  email.split(/(?=@)/).flatMap((part, at) => (at ? [<wbr key="@" />, part] : part));
