/** A rule of a `_headers` file: an address, or a prefix that ends with a star. */
export type HeaderRule = { address: string; headers: [name: string, value: string][] };

export function readHeadersFile(text: string): HeaderRule[] {
  return text
    .split(/\n(?=\/)/)
    .map((rule) => rule.trim().split(/\n\s*/))
    .map(([address = "", ...lines]) => ({ address, headers: lines.map(splitLine) }));
}

function splitLine(line: string): [string, string] {
  const at = line.indexOf(": ");
  return [line.slice(0, at), line.slice(at + 2)];
}

/** The headers that a host adds to the response for a path: those of every matching rule. */
export function headersFor(path: string, rules: readonly HeaderRule[]): HeaderRule["headers"] {
  const fits = ({ address }: HeaderRule) =>
    address.endsWith("*") ? path.startsWith(address.slice(0, -1)) : path === address;
  return rules.filter(fits).flatMap(({ headers }) => headers);
}
