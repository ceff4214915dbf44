// trainer-site setup www.example.pl: all steps from the installed package to a public site. It may be run again.
// For unattended setups, --wait creates the link to the panel only once the name resolves to this machine, and --link-file writes it into
// a file for root alone instead of the terminal, whose output may be logged.
import { lookup, Resolver } from "node:dns/promises";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { domainToASCII } from "node:url";
import { parseArgs } from "node:util";
import { error, isError, type Problem, signedLine, warning } from "../../publishing/launch/problem.ts";
import { loadRootConfig } from "../../server/config.ts";
import { writeAtomically } from "../../server/durable-files.ts";
import { isPublic } from "../../server/public-fetch.ts";
import { becomesHealthy } from "./health.ts";
import { fail, paths, run, runAsSite, siteUser } from "./machine.ts";

const dropIn = `# Written by trainer-site setup, removed with the package.
[Service]
ExecStart=
ExecStart=/usr/bin/caddy run --environ --config ${paths.caddyfile}
ExecReload=
ExecReload=/usr/bin/caddy reload --config ${paths.caddyfile} --force
`;

const options = {
  "behind-proxy": { type: "boolean", default: false },
  wait: { type: "boolean", default: false },
  "link-file": { type: "string" },
} as const;

/** `calledFrom`: the folder to which the link's file is relative. */
export async function setup(args: string[], calledFrom: string): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const address = readAddress(positionals[0] ?? "");
  if (address === undefined || positionals.length !== 1)
    return fail("Podaj adres strony, na przykład: trainer-site setup www.example.pl", 2);
  const { name, other } = address;
  const settings = readFileSync(existsSync(paths.settings) ? paths.settings : paths.example, "utf8");
  const changed = withSetting(settings, "SITE_URL", `https://${name}`);
  await writeAtomically(paths.settings, changed, { mode: 0o640, group: siteUser()?.gid });
  if (runAsSite(["own-content"]) !== 0) return fail("Nie udało się przygotować treści.");

  console.log("Uruchamianie strony…");
  run("systemctl", ["enable", "trainer-site.service"]);
  run("systemctl", ["enable", "--now", "trainer-site-backup.timer"]);
  run("systemctl", ["restart", "trainer-site"], 600_000);
  if (!(await becomesHealthy(loadRootConfig(), 60)))
    return fail("Program nie odpowiada. Powód pokaże: journalctl -u trainer-site");

  const proxyProblem = values["behind-proxy"] ? undefined : await setUpCaddy(name, other);
  if (proxyProblem !== undefined) return fail(proxyProblem);
  const names = values["behind-proxy"] ? [] : [name, other];
  const found = await findObstaclesHere(names);
  for (const problem of found) console.log(signedLine(problem));
  let isBlocked = found.some(isError);
  const patienceMinutes = values.wait ? 24 * 60 : 0;
  for (let waited = 0; isBlocked && waited < patienceMinutes; waited += 1) {
    if (waited === 0) console.log("Link do panelu powstanie po tych zmianach.");
    await setTimeout(60_000);
    isBlocked = (await findObstaclesHere(names)).some(isError);
    // After hours without its name Caddy asks for the certificate only every few hours.
    if (!isBlocked) restartCaddy();
  }
  if (isBlocked) {
    console.log(`Strona ruszy pod adresem https://${name}, gdy zrobisz to, co powyżej.`);
    console.log("Potem utwórz link do panelu: trainer-site panel link");
    return;
  }
  console.log(`Strona działa pod adresem https://${name}.`);
  const file = values["link-file"];
  if (file === undefined) process.exitCode = runAsSite(["panel", "link"]);
  else writeLink(resolve(calledFrom, file));
}

function writeLink(path: string): void {
  rmSync(path, { force: true });
  const file = openSync(path, "wx", 0o600);
  process.exitCode = runAsSite(["panel", "link"], { stdout: file });
  closeSync(file);
  if (process.exitCode === 0)
    console.log(`Link do panelu jest w pliku ${path}, który może odczytać tylko root.`);
}

function findObstaclesHere(names: readonly string[]): Promise<Problem[]> {
  const dns = new Resolver({ timeout: 2000, tries: 2 });
  const none = () => [];
  return findObstacles({
    names,
    // First without /etc/hosts, where installers name the machine itself 127.0.1.1.
    addressesOf: async (host) => {
      const found = await Promise.all([dns.resolve4(host).catch(none), dns.resolve6(host).catch(none)]);
      if (found.flat().length > 0) return found.flat();
      const local = await lookup(host, { all: true }).catch(none);
      return local.map(({ address }) => address).filter((address) => address !== "127.0.1.1");
    },
    ownAddresses: Object.values(networkInterfaces()).flatMap((cards = []) => cards.map((it) => it.address)),
    run,
  });
}

interface Facts {
  /** The site's host name and its variant, which need not exist. */
  readonly names: readonly string[];
  readonly addressesOf: (name: string) => Promise<readonly string[]>;
  readonly ownAddresses: readonly string[];
  readonly run: typeof run;
}

/** What keeps visitors from a running site on this machine; about the variant of its name only a warning. */
export async function findObstacles({ names, addressesOf, ownAddresses, run }: Facts): Promise<Problem[]> {
  const [ofName, ...ofVariant] = await Promise.all(
    names.map(async (name) => dnsObstacle(name, await addressesOf(name), ownAddresses)),
  );
  const errors = names.length > 0 ? [ofName, portObstacle(run), firewallObstacle(run)] : [];
  return [
    ...errors.flatMap((text) => (text === undefined ? [] : error(text))),
    ...ofVariant.flatMap((text) => (text === undefined ? [] : warning(text))),
  ];
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
  const ownPublic = own.filter(isPublic);
  const hasIpv4 = ownPublic.some((address) => isIP(address) === 4);
  if (addresses.length === 0) {
    const wanted = hasIpv4 ? ownPublic : ["publiczny adres IPv4 tego serwera", ...ownPublic];
    const records = wanted.map((address) => `wpis ${recordOf(address)}: ${address}`).join(" i ");
    return `Adres ${name} nie wskazuje jeszcze żadnego serwera. W panelu domeny dodaj ${records}. Certyfikat powstanie potem sam.`;
  }
  // Behind NAT the machine has only a private IPv4 address, which cannot be compared.
  const canCompare = (address: string) => (isIP(address) === 6 ? ownPublic.length > 0 : hasIpv4);
  const wrong = addresses.filter((address) => !own.includes(address) && canCompare(address));
  if (wrong.length === 0) return undefined;
  const records = [...new Set(wrong.map(recordOf))].join(" i wpis ");
  return `Adres ${name} wskazuje ${wrong.join(", ")}, a ten serwer to ${ownPublic.join(" i ")}. Popraw albo usuń wpis ${records} w panelu domeny.`;
}

const recordOf = (address: string) => (isIP(address) === 6 ? "AAAA" : "A");

function firewallObstacle(run: Facts["run"]): string | undefined {
  const ufw = run("ufw", ["status"]).output;
  const isOpen = (own: string) => new RegExp(`^(?:${own}|80,443|WWW Full)\\b.*ALLOW`, "m").test(ufw);
  const isBlocked =
    /^Status: active/m.test(ufw) && !(isOpen("80|WWW(?! Secure)") && isOpen("443|WWW Secure"));
  return isBlocked ? "Zapora ufw blokuje stronę. Odblokuje ją: ufw allow 80,443/tcp" : undefined;
}

/** Starts Caddy with our file in place of Debian's, unless somebody has changed Debian's. */
async function setUpCaddy(name: string, other: string): Promise<string | undefined> {
  if (!existsSync("/usr/bin/caddy"))
    return "Nie ma Caddy. Zainstaluj: apt install caddy (albo użyj --behind-proxy)";
  const template = readFileSync("Caddyfile", "utf8");
  const port = loadRootConfig().port;
  const changed = /^(?!missing).*\/etc\/caddy\/Caddyfile$/m.test(run("dpkg", ["--verify", "caddy"]).output);
  const ours = caddyfileOf(template, { name, other, port });
  // Only the first file may begin with options for all sites.
  const content = changed ? ours.replace(/^\{\n[\s\S]*?^\}\n/m, "") : ours;
  await writeAtomically(paths.caddyfile, content, { mode: 0o644 });
  if (changed) {
    // A pattern may match nothing once the package is gone, and matches no copy that an editor has left.
    const line = "import /etc/trainer-site/*Caddyfile";
    const theirs = readFileSync("/etc/caddy/Caddyfile", "utf8");
    if (!theirs.includes(line) && !theirs.includes(`import ${paths.caddyfile}`))
      return `Caddy prowadzi już inne strony. Dopisz na końcu /etc/caddy/Caddyfile: ${line}`;
    rmSync(paths.caddyDropIn, { force: true });
  } else {
    mkdirSync(paths.caddyDropIn.replace(/[^/]+$/, ""), { recursive: true });
    await writeAtomically(paths.caddyDropIn, dropIn, { mode: 0o644 });
  }
  run("systemctl", ["daemon-reload"]);
  run("systemctl", ["enable", "caddy"]);
  if (restartCaddy().status === 0) return undefined;
  return portObstacle(run) ?? "Caddy się nie uruchomił. Powód pokaże: journalctl -u caddy";
}

/** Caddy has our drop-in only where it serves nothing else: a fault in our file must not end other sites. */
const restartCaddy = () =>
  run("systemctl", [existsSync(paths.caddyDropIn) ? "restart" : "reload-or-restart", "caddy"]);

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

/** Sets a value in the settings, in place of an existing line or else of one in a comment. */
export function withSetting(settings: string, name: string, value: string): string {
  const line = ["", "#"]
    .map((sign) => new RegExp(`^${sign}${name}=.*$`, "m"))
    .find((it) => it.test(settings));
  const set = `${name}=${value}`;
  return line ? settings.replace(line, () => set) : `${settings.trimEnd()}\n${set}\n`;
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
