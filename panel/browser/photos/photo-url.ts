/**
 * The URL of a photograph of a publication, by default of the draft, else of the live site. The server sends the next larger picture
 * that exists.
 */
export function photoUrl(file: string, width: number, version?: string): string {
  const query = version === undefined ? "" : `?version=${encodeURIComponent(version)}`;
  return `/panel/api/photos/${encodeURIComponent(file)}/${width}${query}`;
}
