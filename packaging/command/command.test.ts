import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../enquiries/storage/database.server.ts";
import { remedies } from "../../panel/browser/state/remedies.ts";
import { temporaryFolder } from "../../publishing/testing/temporary-folder.ts";
import { becomesHealthy } from "./health.ts";
import { caddyfileOf, findObstacles, readAddress, withSetting } from "./setup.ts";
import { runStep } from "./testing/run-step.ts";

describe("the address passed to setup", () => {
  test.each([
    ["www.example.pl", "www.example.pl", "example.pl"],
    ["https://Example.pl/", "example.pl", "www.example.pl"],
    ["żółw.pl", "xn--w-uga1v8h.pl", "www.xn--w-uga1v8h.pl"],
  ])("%s", (text, name, other) => {
    expect(readAddress(text)).toEqual({ name, other });
  });

  test.each(["", "localhost", "10.0.0.1", "example.pl/strona", "a b.pl", "-a.pl"])(
    "%j is invalid",
    (text) => {
      expect(readAddress(text)).toBeUndefined();
    },
  );
});

test("a setting replaces the existing line, even one in a comment, and leaves the rest unchanged", () => {
  expect(withSetting("# a\n#SITE_URL=x\nB=1\n", "SITE_URL", "https://a.pl")).toBe(
    "# a\nSITE_URL=https://a.pl\nB=1\n",
  );
  expect(withSetting("SITE_URL=$x\n", "SITE_URL", "$&")).toBe("SITE_URL=$&\n");
  expect(withSetting("B=1", "SITE_URL", "x")).toBe("B=1\nSITE_URL=x\n");
  // The last of two lines counts, and the example's comment comes before what was added by hand.
  expect(withSetting("#SITE_URL=x\nSITE_URL=a\n", "SITE_URL", "b")).toBe("#SITE_URL=x\nSITE_URL=b\n");
});

test.each(Object.entries(remedies))("what helps against %s can be read in a terminal, too", (_, remedy) => {
  expect(remedy).not.toMatch(/tutaj|niżej/i);
});

test("the example settings have a line for the address", () => {
  expect(readFileSync(".env.example", "utf8")).toMatch(/^#SITE_URL=/m);
});

test("the Caddyfile is that of deploy/ with both names of the site and its port", () => {
  const file = caddyfileOf(readFileSync("deploy/Caddyfile", "utf8"), {
    name: "www.ja.pl",
    other: "ja.pl",
    port: 3100,
  });
  expect(file).toContain("\nja.pl {\n\tredir https://www.ja.pl{uri} permanent\n}");
  expect(file).toContain("\nwww.ja.pl {");
  expect(file).toContain("reverse_proxy 127.0.0.1:3100 ");
  expect(file).not.toMatch(/example\.pl|3000/);
});

describe("obstacles between the site and its visitors", () => {
  const nothing = { status: 0, output: "" };
  const well = {
    names: ["www.example.pl", "example.pl"],
    addressesOf: async () => ["198.41.0.4"],
    ownAddresses: ["127.0.0.1", "198.41.0.4"],
    run: () => nothing,
  };
  const error = (text: RegExp) => ({ level: "error", text: expect.stringMatching(text) });
  const warning = (text: RegExp) => ({ ...error(text), level: "warning" });

  test("there are none when the names resolve to this machine", async () => {
    expect(await findObstacles(well)).toEqual([]);
  });

  test("a name that resolves to nothing or elsewhere is reported with this machine's address, its variant as a warning", async () => {
    const addressesOf = async (name: string) => (name === "example.pl" ? [] : ["198.51.100.1"]);
    expect(await findObstacles({ ...well, addressesOf })).toEqual([
      error(/www\.example\.pl wskazuje 198\.51\.100\.1, a ten serwer to 198\.41\.0\.4\./),
      warning(/example\.pl nie wskazuje jeszcze żadnego serwera\. .*wpis A: 198\.41\.0\.4\./),
    ]);
  });

  test("one right record hides no wrong one", async () => {
    for (const [wrong, record] of [
      ["198.51.100.1", "A"],
      ["2001:db8::9", "AAAA"],
    ] as const) {
      const addressesOf = async () => ["198.41.0.4", wrong];
      const told = await findObstacles({ ...well, names: ["ja.pl"], addressesOf });
      expect(told).toEqual([error(new RegExp(`wskazuje ${wrong}, a ten serwer .* wpis ${record} `))]);
    }
  });

  test("two wrong records are named in one correct sentence", async () => {
    const addressesOf = async () => ["198.51.100.1", "2001:db8::9"];
    const told = await findObstacles({ ...well, names: ["ja.pl"], addressesOf });
    expect(told).toEqual([error(/Popraw albo usuń wpis A i wpis AAAA w panelu domeny\./)]);
  });

  test("behind NAT the address cannot be verified, so nothing is reported", async () => {
    expect(await findObstacles({ ...well, ownAddresses: ["10.0.0.4"] })).toEqual([]);
  });

  test("behind NAT for IPv4 alone an IPv4 address cannot be verified, and an IPv6 address can", async () => {
    const ownAddresses = ["10.0.0.4", "2a05:d014::4"];
    const told = (...addresses: string[]) =>
      findObstacles({ ...well, names: ["ja.pl"], ownAddresses, addressesOf: async () => addresses });
    expect(await told("3.120.10.20")).toEqual([]);
    expect(await told("3.120.10.20", "2a05:d014::4")).toEqual([]);
    expect(await told("3.120.10.20", "2a05:d014::5")).toEqual([
      error(/a ten serwer to 2a05:d014::4\. Popraw albo usuń wpis AAAA /),
    ]);
    expect(await told()).toEqual([
      error(/dodaj wpis A: publiczny adres IPv4 tego serwera i wpis AAAA: 2a05:d014::4\./),
    ]);
  });

  test.each([
    ["ss", 'LISTEN 0 511 *:80 *:* users:(("nginx",pid=7,fd=6))', /zajmuje inny program: nginx\./],
    ["ufw", "Status: active\n\n22/tcp ALLOW Anywhere", /ufw allow 80,443/],
    ["ufw", "Status: active\n\n80/tcp ALLOW Anywhere", /ufw allow 80,443/],
  ])("%s", async (program, output, told) => {
    const run = (name: string) => (name === program ? { status: 0, output } : nothing);
    expect(await findObstacles({ ...well, run })).toEqual([error(told)]);
  });

  test.each([
    ["ss", 'LISTEN 0 4096 *:443 *:* users:(("caddy",pid=7,fd=6))'],
    ["ufw", "Status: active\n\n80,443/tcp ALLOW Anywhere"],
    ["ufw", "Status: active\n\n80/tcp ALLOW Anywhere\n443/tcp ALLOW Anywhere"],
  ])("%s that is as it should be", async (program, output) => {
    const run = (name: string) => (name === program ? { status: 0, output } : nothing);
    expect(await findObstacles({ ...well, run })).toEqual([]);
  });
});

test("the copy that an upgrade makes of the database is not the owner's last one", async () => {
  const dataDir = temporaryFolder();
  await (await openDatabase({ dataDir, log: { info() {}, warn() {}, error() {} } })).close();
  const file = join(dataDir, "copy.sqlite");
  const copy = () => runStep("backUpBeforeUpgrade", [file], { dataDir });
  expect(copy()).toMatchObject({ status: 0, stdout: "" });
  expect(existsSync(file)).toBe(true);
  expect(existsSync(join(dataDir, "copies"))).toBe(false);
  expect(copy()).toMatchObject({ status: 1, stderr: expect.stringContaining("już istnieje") });
});

test("a server that listens on another address than loopback is asked there, and becomes healthy", async () => {
  // All of 127.0.0.0/8 is this machine; the answer is that to a stranger.
  const server = createServer((_, answer) => answer.end(JSON.stringify({ status: "ok", version: "1" })));
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => server.listen(0, "127.0.0.2", done));
  const { port } = server.address() as AddressInfo;
  expect(await becomesHealthy({ host: "127.0.0.2", port }, 60)).toBe(true);
});
