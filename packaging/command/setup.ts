// trainer-site setup www.example.pl: all steps from the installed package to a public site. It may be run again.
// For unattended setups, --wait creates the link to the panel only once the name resolves to this machine, and --link-file writes it into
// a file for root alone instead of the terminal, whose output may be logged.
import { lookup } from "node:dns/promises";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { isError, type Problem, signedLine } from "../../publishing/checks/problem.ts";
import { loadRootConfig } from "../../server/config.ts";
import { becomesHealthy } from "./ask-health.ts";
import { findObstacles } from "./find-obstacles.ts";
import { paths, run, runAsSite, writeAtomically } from "./machine.ts";
import { caddyfileOf, readAddress, withSetting } from "./site-settings.ts";

const dropIn = `# Written by trainer-site setup, removed with the package.
[Service]
ExecStart=
ExecStart=/usr/bin/caddy run --environ --config ${paths.caddyfile}
ExecReload=
ExecReload=/usr/bin/caddy reload --config ${paths.caddyfile} --force
`;

const { values, positionals } = parseArgs({
  options: {
    "behind-proxy": { type: "boolean", default: false },
    wait: { type: "boolean", default: false },
    "link-file": { type: "string" },
  },
  allowPositionals: true,
});
const address = readAddress(positionals[0] ?? "");
if (address === undefined || positionals.length !== 1) {
  console.error("Podaj adres strony, na przykład: trainer-site setup www.example.pl");
  process.exitCode = 2;
} else await setUp(address);

async function setUp({ name, other }: { name: string; other: string }): Promise<void> {
  const settings = readFileSync(existsSync(paths.settings) ? paths.settings : paths.example, "utf8");
  writeAtomically(paths.settings, withSetting(settings, "SITE_URL", `https://${name}`), {
    mode: 0o640,
    ofSite: true,
  });
  if (runAsSite(["own-content"]) !== 0) return fail("Nie udało się przygotować treści.");

  console.log("Uruchamianie strony…");
  run("systemctl", ["enable", "trainer-site.service"]);
  run("systemctl", ["enable", "--now", "trainer-site-backup.timer"]);
  run("systemctl", ["restart", "trainer-site"], 600_000);
  if (!(await becomesHealthy(loadRootConfig(), 60)))
    return fail("Program nie odpowiada. Powód pokaże: journalctl -u trainer-site");

  const proxyProblem = values["behind-proxy"] ? undefined : setUpCaddy(name, other);
  if (proxyProblem !== undefined) return fail(proxyProblem);
  const names = values["behind-proxy"] ? [] : [name, other];
  let obstacles = await lookForObstacles(names);
  for (const problem of obstacles) console.log(signedLine(problem));
  const patienceMinutes = values.wait ? 24 * 60 : 0;
  for (let waited = 0; obstacles.some(isError) && waited < patienceMinutes; waited += 1) {
    if (waited === 0) console.log("Link do panelu powstanie po tych zmianach.");
    await setTimeout(60_000);
    obstacles = await lookForObstacles(names);
  }
  console.log(
    `Strona działa pod adresem https://${name}${obstacles.some(isError) ? " (gdy zrobisz to, co powyżej)" : ""}.`,
  );
  if (!obstacles.some(isError)) makeLink(values["link-file"]);
  else console.log("Potem utwórz link do panelu: trainer-site panel link");
}

function makeLink(path: string | undefined): void {
  if (path === undefined) {
    process.exitCode = runAsSite(["panel", "link"]);
    return;
  }
  rmSync(path, { force: true });
  const file = openSync(path, "wx", 0o600);
  process.exitCode = runAsSite(["panel", "link"], { stdout: file });
  closeSync(file);
  console.log(`Link do panelu jest w pliku ${path}, który może odczytać tylko root.`);
}

function lookForObstacles(names: readonly string[]): Promise<Problem[]> {
  return findObstacles({
    names,
    addressesOf: async (host) =>
      (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address),
    ownAddresses: Object.values(networkInterfaces()).flatMap(
      (cards) => cards?.map((card) => card.address) ?? [],
    ),
    run,
  });
}

/** Starts Caddy with our file in place of Debian's, unless that one has been changed. */
function setUpCaddy(name: string, other: string): string | undefined {
  if (!existsSync("/usr/bin/caddy"))
    return "Nie ma Caddy. Zainstaluj: apt install caddy (albo użyj --behind-proxy)";
  const template = readFileSync("Caddyfile", "utf8");
  const port = loadRootConfig().port;
  writeAtomically(paths.caddyfile, caddyfileOf(template, { name, other, port }), { mode: 0o644 });
  const changed = run("dpkg", ["--verify", "caddy"]).output.includes("/etc/caddy/Caddyfile");
  if (changed) {
    const isImported = readFileSync("/etc/caddy/Caddyfile", "utf8").includes(`import ${paths.caddyfile}`);
    if (!isImported)
      return `Caddy prowadzi już inne strony. Dopisz na początku /etc/caddy/Caddyfile: import ${paths.caddyfile}`;
  } else {
    mkdirSync(paths.caddyDropIn.replace(/[^/]+$/, ""), { recursive: true });
    writeAtomically(paths.caddyDropIn, dropIn, { mode: 0o644 });
    run("systemctl", ["daemon-reload"]);
  }
  run("systemctl", ["enable", "caddy"]);
  const { status } = run("systemctl", ["restart", "caddy"]);
  return status === 0 ? undefined : "Caddy się nie uruchomił. Powód pokaże: journalctl -u caddy";
}

function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}
