import { formatPath, type Path } from "../../../content-model/path.ts";

/** The URL of a field in its form. */
export function fieldUrl({ name, path }: { readonly name: string; readonly path: Path }): string {
  const query = path.length > 0 ? `?pole=${encodeURIComponent(formatPath(path))}` : "";
  return `/tresc/${name}${query}`;
}
