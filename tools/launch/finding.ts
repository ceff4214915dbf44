/** Something that a check of the site before its launch has to say, in Polish. */
export interface Finding {
  /** `error` keeps the site from going live, `warning` does not, `unchecked` means that nobody looked. */
  readonly level: "error" | "warning" | "unchecked";
  readonly text: string;
  /** A file with its line, a page or a setting. */
  readonly where?: string;
}

export const error = (text: string, where?: string) => finding("error", text, where);
export const warning = (text: string, where?: string) => finding("warning", text, where);
export const unchecked = (text: string, where?: string) => finding("unchecked", text, where);

function finding(level: Finding["level"], text: string, where: string | undefined): Finding {
  return { level, text, ...(where !== undefined && { where }) };
}
