interface PhotoOptions {
  /** In pixels; the server sends the next larger picture that exists. */
  readonly width: number;
  /** The publication to take it from. Default: the draft, else the live site. */
  readonly version?: string | undefined;
}

/** The URL of a photograph of the content. */
export function photoUrl(file: string, { width, version }: PhotoOptions): string {
  const query = version === undefined ? "" : `?version=${encodeURIComponent(version)}`;
  return `/panel/api/photos/${encodeURIComponent(file)}/${width}${query}`;
}

/** The screen of a photograph. The file is in the query, because the server takes a path with an extension for a file. */
export function photoScreen(file: string): string {
  return `/zdjecia/opis?plik=${encodeURIComponent(file)}`;
}
