/** A rule of a `_headers` file: the address that it is for, a star at its end for all that begin so. */
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

/** What a host adds to the answer for a path: the headers of every rule that fits. */
export function headersFor(path: string, rules: readonly HeaderRule[]): HeaderRule["headers"] {
  const fits = ({ address }: HeaderRule) =>
    address.endsWith("*") ? path.startsWith(address.slice(0, -1)) : path === address;
  return rules.filter(fits).flatMap(({ headers }) => headers);
}
