interface PhotoOptions {
  /** In points of the picture; the next larger one that exists comes. */
  readonly width: number;
  /** The publication that has it; left out: the draft, or what visitors see. */
  readonly version?: string | undefined;
}

/** Where a photograph of the content is shown from. */
export function photoUrl(file: string, { width, version }: PhotoOptions): string {
  const query = version === undefined ? "" : `?version=${encodeURIComponent(version)}`;
  return `/panel/api/photos/${encodeURIComponent(file)}/${width}${query}`;
}

/** Where a photograph is described; what looks like a file is none of the panel's screens. */
export function photoScreen(file: string): string {
  return `/zdjecia/opis?plik=${encodeURIComponent(file)}`;
}
