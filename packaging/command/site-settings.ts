import { domainToASCII } from "node:url";

/** The given host name and its variant with or without `www`; undefined if it is not a valid public host name. */
export function readAddress(text: string): { name: string; other: string } | undefined {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/\/$/, "");
  const name = domainToASCII(bare);
  if (/[/?#]/.test(bare)) return undefined;
  if (!/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(name) || /^[\d.]+$/.test(name))
    return undefined;
  return { name, other: name.startsWith("www.") ? name.slice(4) : `www.${name}` };
}

/** Sets a value in the settings, in place of an existing line, even one in a comment. */
export function withSetting(settings: string, name: string, value: string): string {
  const line = new RegExp(`^#?${name}=.*$`, "m");
  const set = `${name}=${value}`;
  return line.test(settings) ? settings.replace(line, () => set) : `${settings.trimEnd()}\n${set}\n`;
}

/** The Caddyfile of `deploy/` for this site. */
export function caddyfileOf(
  template: string,
  { name, other, port }: { name: string; other: string; port: number },
): string {
  return template
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${port}`)
    .replace(/(?:^#.*\n)+/, `# Written by trainer-site setup, which may overwrite it.\n`)
    .replaceAll(/(?<!www\.)\bexample\.pl/g, other)
    .replaceAll("www.example.pl", name);
}
