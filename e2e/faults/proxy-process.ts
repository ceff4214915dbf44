import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join, resolve } from "node:path";
import { loadConfig } from "../../server/config.ts";
import { freePort } from "../../server/testing/free-port.ts";
import { until } from "./evidence.ts";

export type RunningProxy = {
  /** `https://localhost:…`, with a certificate signed by `ca`. */
  baseUrl: string;
  /** The same site without TLS, added for tests; nginx only. */
  openUrl: string;
  /** The address without TLS, which must redirect to `baseUrl`. */
  plainUrl: string;
  ca: string;
  stop(): Promise<void>;
};

type Example = "nginx.conf" | "nginx-static.conf" | "Caddyfile";

/** Replacements for the values that the examples in `deploy/` leave to the reader. */
type Fillings = [from: string | RegExp, to: string][];

export const programOf = (example: Example) => (example.startsWith("nginx") ? "nginx" : "caddy");

/** Why the proxies cannot be tried here; undefined when they can. */
export function missingForProxies(programs: readonly string[]): string | undefined {
  const missing = ["openssl", ...programs].filter((program) => spawnSync("which", [program]).status !== 0);
  return missing.length > 0 ? `!!! SKIPPED: not installed here: ${missing.join(", ")}` : undefined;
}

/**
 * Lets the proxy check its `deploy/` example, then runs it in front of `upstreams` (in the example `127.0.0.1:3000`). Only the names,
 * ports and paths that every user has to change are changed.
 */
export async function startProxy(
  folder: string,
  example: Example,
  { port, upstreams = [] }: { port: number; upstreams?: readonly string[] },
): Promise<RunningProxy> {
  const [plainPort, openPort] = [await freePort(), await freePort()];
  const own = join(folder, `${example}-${port}`);
  mkdirSync(own);
  const certificate = createCertificate(own);
  const make = programOf(example) === "nginx" ? prepareNginx : prepareCaddy;
  const { check, run, env } = make(own, example, { port, plainPort, openPort, upstreams, ...certificate });
  const [program = "", ...words] = check;
  const checked = spawnSync(program, words, { encoding: "utf8", env });
  assert.equal(checked.status, 0, `${example}: ${checked.stderr}`);

  // The shell kills the proxy when its input closes, so the proxy does not outlive interrupted tests.
  const child = spawn("sh", ["-c", '"$@" & cat; kill $!; wait', "sh", ...run], {
    stdio: ["pipe", "ignore", "ignore"],
    env,
  });
  const plainUrl = `http://localhost:${plainPort}`;
  await until(`${example} listens`, () => answers(plainUrl));
  return {
    baseUrl: `https://localhost:${port}`,
    plainUrl,
    openUrl: `http://localhost:${openPort}`,
    ca: readFileSync(certificate.cert, "utf8"),
    async stop() {
      const exited = once(child, "exit");
      child.stdin.end();
      await exited;
    },
  };
}

type Place = {
  port: number;
  plainPort: number;
  openPort: number;
  upstreams: readonly string[];
  cert: string;
  key: string;
};

function prepareNginx(folder: string, example: Example, place: Place) {
  const servers = place.upstreams
    .map((address) => `server ${address} max_fails`)
    .join("=2 fail_timeout=5s; ");
  const site = fill(example, [
    ["listen 80;", `listen 127.0.0.1:${place.plainPort};`],
    [
      "listen 443 ssl http2;",
      `listen 127.0.0.1:${place.port} ssl http2; listen 127.0.0.1:${place.openPort};`,
    ],
    [/^.*listen \[::\].*\n/gm, ""],
    ["/etc/letsencrypt/live/www.example.pl/fullchain.pem", place.cert],
    ["/etc/letsencrypt/live/www.example.pl/privkey.pem", place.key],
    [/server_name .*;/g, "server_name localhost;"],
    ["https://www.example.pl", `https://localhost:${place.port}`],
    ...commonFillings(folder, example, servers, "server 127.0.0.1:3000 max_fails"),
    [/^ *error_log .*\n/gm, ""],
  ]);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const asRoot = process.getuid?.() === 0 ? "user root;" : "";
  const main = `${asRoot} daemon off; pid ${folder}/pid; error_log stderr; events { worker_connections 4096; }
    http { include /etc/nginx/mime.types; ${temporary.join(" ")} include ${folder}/site; }`;
  writeFileSync(join(folder, "site"), site);
  writeFileSync(join(folder, "main"), main);
  const run = ["nginx", "-e", "stderr", "-p", folder, "-c", join(folder, "main")];
  return { check: [...run, "-t"], run, env: process.env };
}

function prepareCaddy(folder: string, example: Example, place: Place) {
  const site = fill(example, [
    [/^example\.pl \{/gm, `http://localhost:${place.plainPort} {`],
    [/^www\.example\.pl \{/gm, `https://localhost:${place.port} {\n\ttls ${place.cert} ${place.key}`],
    ["https://www.example.pl", `https://localhost:${place.port}`],
    ...commonFillings(folder, example, place.upstreams.join(" "), "127.0.0.1:3000"),
    // A Caddyfile may have only one block of global options.
    [/^\{$/gm, "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects"],
  ]);
  const file = join(folder, "Caddyfile");
  writeFileSync(file, site);
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const words = ["--adapter", "caddyfile", "--config", file];
  return { check: ["caddy", "validate", ...words], run: ["caddy", "run", ...words], env };
}

function commonFillings(folder: string, example: Example, servers: string, upstream: string): Fillings {
  if (example !== "nginx-static.conf") return [[upstream, servers]];
  const siteDir = resolve(loadConfig().siteDir);
  const headers = join(folder, "headers");
  execFileSync("sh", ["deploy/install-headers.sh", join(siteDir, "hosting/nginx.conf"), headers]);
  return [
    ["/etc/nginx/trainer-site-headers.conf", headers],
    ["/srv/trainer-site/releases/current", siteDir],
  ];
}

function fill(example: Example, fillings: Fillings): string {
  return fillings.reduce(
    (text, [from, to]) => {
      const filled = text.replaceAll(from, () => to);
      assert.notEqual(filled, text, `${example} has ${from}`);
      return filled;
    },
    readFileSync(join("deploy", example), "utf8"),
  );
}

/** Of the kind that Caddy and certbot obtain. */
export function createCertificate(folder: string, ...hosts: string[]): { cert: string; key: string } {
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const names = ["localhost", ...hosts].map((host) => `DNS:${host}`).join();
  const name = ["-subj", "/CN=localhost", "-addext", `subjectAltName=${names}`];
  execFileSync("openssl", ["req", "-x509", ...kind, ...name, "-keyout", key, "-out", cert], {
    stdio: "ignore",
  });
  return { cert, key };
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, (response) => {
      response.resume();
      resolve(true);
    }).on("error", () => resolve(false));
  });
}
