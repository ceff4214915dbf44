import type { CommandResult } from "./machine.ts";

interface Facts {
  /** The site's host names. */
  readonly names: readonly string[];
  readonly addressesOf: (name: string) => Promise<readonly string[]>;
  readonly ownAddresses: readonly string[];
  readonly run: (program: string, args: readonly string[]) => CommandResult;
}

/** What keeps visitors from a running site on this machine, in Polish. */
export async function findObstacles({ names, addressesOf, ownAddresses, run }: Facts): Promise<string[]> {
  const found = await Promise.all(
    names.map(async (name) => dnsObstacle(name, await addressesOf(name), ownAddresses)),
  );
  if (names.length > 0) found.push(portObstacle(run), firewallObstacle(run));
  return found.filter((text) => text !== undefined);
}

function portObstacle(run: Facts["run"]): string | undefined {
  const ports = run("ss", ["-Hltnp", "sport = :80 or sport = :443"]).output;
  const strangers = [...ports.matchAll(/\(\("([^"]+)"/g)]
    .map(([, program]) => program)
    .filter((it) => it !== "caddy");
  if (strangers.length === 0) return undefined;
  return `Porty 80 i 443 zajmuje inny program: ${[...new Set(strangers)].join(", ")}. Wyłącz go i powtórz polecenie.`;
}

function dnsObstacle(name: string, addresses: readonly string[], own: readonly string[]): string | undefined {
  if (addresses.some((address) => own.includes(address))) return undefined;
  const ownPublic = own.filter(isPublic);
  // Behind NAT the machine has only a private address.
  if (ownPublic.length === 0 && addresses.length > 0) return undefined;
  const wanted = ownPublic.join(" i ") || "adres tego serwera";
  return addresses.length === 0
    ? `Adres ${name} nie wskazuje jeszcze żadnego serwera. W panelu domeny dodaj wpis A: ${wanted}. Certyfikat powstanie potem sam.`
    : `Adres ${name} wskazuje ${addresses.join(", ")}, a ten serwer to ${wanted}. Popraw wpis A w panelu domeny.`;
}

function firewallObstacle(run: Facts["run"]): string | undefined {
  const ufw = run("ufw", ["status"]).output;
  if (/^Status: active/m.test(ufw) && !/^(?:80|80,443|WWW Full)\b.*ALLOW/m.test(ufw))
    return "Zapora ufw blokuje stronę: ufw allow 80,443/tcp";
  return undefined;
}

/** Whether the address is neither loopback nor private. */
function isPublic(address: string): boolean {
  return !/^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cde])/i.test(address);
}
