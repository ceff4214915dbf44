/** Something that a check of the site has to say, in Polish. */
export interface Problem {
  /** `error` keeps the site from visitors, `warning` does not, `unchecked` means that nobody looked. */
  readonly level: "error" | "warning" | "unchecked";
  readonly text: string;
  /** A file with its line, a page or a setting. */
  readonly where?: string | undefined;
}

/** What was looked at, by a Polish name, and what was found; nothing when all is well. */
export interface Check {
  readonly name: string;
  readonly problems: readonly Problem[];
}

export const error = (text: string, where?: string): Problem => ({ level: "error", text, where });
export const warning = (text: string, where?: string): Problem => ({ level: "warning", text, where });
export const unchecked = (text: string, where?: string): Problem => ({ level: "unchecked", text, where });

/** What is lacking where a demand is not met. */
export function lacksOf(demands: readonly (readonly [isMet: boolean, lack: string])[]): string[] {
  return demands.filter(([isMet]) => !isMet).map(([, lack]) => lack);
}

export function isError({ level }: Problem): boolean {
  return level === "error";
}

/** A problem as one line: where, and what. */
export function problemLine({ text, where }: Problem): string {
  return where === undefined ? text : `${where}: ${text}`;
}
