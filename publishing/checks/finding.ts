/** Something that a check of the site has to say, in Polish. */
export interface Finding {
  /** `error` keeps the site from visitors, `warning` does not, `unchecked` means that nobody looked. */
  readonly level: "error" | "warning" | "unchecked";
  readonly text: string;
  /** A file with its line, a page or a setting. */
  readonly where?: string;
}

/** What was looked at, by a Polish name, and what was found; nothing when all is well. */
export interface Check {
  readonly name: string;
  readonly findings: readonly Finding[];
}

export const error = (text: string, where?: string) => finding("error", text, where);
export const warning = (text: string, where?: string) => finding("warning", text, where);
export const unchecked = (text: string, where?: string) => finding("unchecked", text, where);

function finding(level: Finding["level"], text: string, where: string | undefined): Finding {
  return { level, text, ...(where !== undefined && { where }) };
}

export function isError({ level }: Finding): boolean {
  return level === "error";
}

/** A finding as one line: where, and what. */
export function findingLine({ text, where }: Finding): string {
  return where === undefined ? text : `${where}: ${text}`;
}
