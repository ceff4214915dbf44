/** A finding of a check, in Polish. */
export interface Problem {
  /** `error` blocks publishing, `warning` does not, `unchecked` means that the check could not run. */
  readonly level: "error" | "warning" | "unchecked";
  readonly text: string;
  /** A file with its line, a page or a setting. */
  readonly where?: string | undefined;
}

/** A check's Polish name and its problems, empty if all is well. */
export interface Check {
  readonly name: string;
  readonly problems: readonly Problem[];
}

export const error = (text: string, where?: string): Problem => ({ level: "error", text, where });
export const warning = (text: string, where?: string): Problem => ({ level: "warning", text, where });
export const unchecked = (text: string, where?: string): Problem => ({ level: "unchecked", text, where });

/** The messages of unmet requirements. */
export function lacksOf(demands: readonly (readonly [isMet: boolean, lack: string])[]): string[] {
  return demands.filter(([isMet]) => !isMet).map(([, lack]) => lack);
}

export function isError({ level }: Problem): boolean {
  return level === "error";
}

/** Formats a problem as one line: place and text. */
export function problemLine({ text, where }: Problem): string {
  return where === undefined ? text : `${where}: ${text}`;
}
