import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { median } from "../../bench/median.ts";
import { loadConfig } from "../../server/config.ts";
import { ask, slotsOf } from "./dates.ts";
import { until } from "./evidence.ts";
import { signIn } from "./owner.ts";
import { createCertificate } from "./proxy-process.ts";
import { readPages } from "./read-pages.ts";
import { allLogLines, type Site, startSite, withFolder } from "./site.ts";

/** Public, but in the exercise's own network it is this machine: nothing leaves it. */
const publicAddress = "198.41.0.4";
const hosts = `127.0.0.1 localhost\n${publicAddress} calendar.example\n127.0.0.1 home.example\n${publicAddress} twice.example\n127.0.0.1 twice.example\n`;
/** Part of every address, which no log may hold. */
const secret = "tajny";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * A real server reads calendars that hang, lie, flood and lead elsewhere, from a public address in a network of its own: the guard that
 * refuses private addresses has no setting that would let a test in. Only the certificate authority is put before the reading program.
 */
export async function readHostileCalendars(): Promise<string> {
  const missing = ["unshare", "ip", "openssl"].filter((name) => spawnSync("which", [name]).status !== 0);
  if (missing.length > 0) return `!!! SKIPPED: not installed here: ${missing.join(", ")}`;
  if (spawnSync("unshare", ["--net", "--mount", "true"]).status !== 0)
    return "!!! SKIPPED: only root can give a process a network of its own";
  return withFolder(async (folder) => {
    const { cert } = createCertificate(folder, "calendar.example", "home.example", "twice.example");
    const program = join(loadConfig().codeDir, "read-busy.js");
    const trusting = join(folder, "read-busy.js");
    const trust = `import { setDefaultCACertificates } from "node:tls";\nsetDefaultCACertificates([${JSON.stringify(readFileSync(cert, "utf8"))}]);\n`;
    writeFileSync(trusting, trust + readFileSync(program, "utf8"));
    writeFileSync(join(folder, "hosts"), hosts);
    const steps = [
      "ip link set lo up",
      `ip address add ${publicAddress}/32 dev lo`,
      `mount --bind "$1/read-busy.js" "$2"`,
      `mount --bind "$1/hosts" /etc/hosts`,
      `exec "$3" "$4" "$1"`,
    ].join(" && ");
    const words = ["sh", folder, program, process.execPath, import.meta.filename];
    const inside = spawn(
      "unshare",
      ["--net", "--mount", "--propagation", "private", "sh", "-c", steps, ...words],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const [said, [status]] = await Promise.all([text(inside.stdout), once(inside, "exit")]);
    assert.equal(status, 0, "the exercise in its own network has passed");
    return said.trim();
  });
}

/** A calendar with one event, which begins at `startsAt`. */
function calendar(startsAt: number, more = ""): string {
  const utc = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
  const event = `UID:1@elsewhere.example\r\nDTSTAMP:20261001T000000Z\r\nDTSTART:${utc(startsAt)}\r\nDTEND:${utc(startsAt + hourMs)}${more}`;
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//T//PL\r\nBEGIN:VEVENT\r\n${event}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at).join();

/** What the calendars answer, by the end of their address. */
const hostile: Record<string, (answer: ServerResponse) => void> = {
  hangs() {},
  trickles(answer) {
    const timer = setInterval(() => answer.write(" "), 100);
    answer.once("close", () => clearInterval(timer));
  },
  "is-a-page": (answer) => answer.end("<!doctype html><title>Zaloguj</title>"),
  "says-it-is-whole": (answer) => answer.end("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:soon"),
  "has-10-MB": (answer) => answer.end(calendar(Date.now()) + " ".repeat(10_000_000)),
  redirects: (answer) => answer.writeHead(302, { Location: `https://home.example/${secret}` }).end(),
  "recurs-each-second": (answer) => answer.end(calendar(Date.now(), "\r\nRRULE:FREQ=SECONDLY")),
  "recurs-each-second-of-a-day": (answer) =>
    answer.end(
      calendar(
        Date.now(),
        `\r\nRRULE:FREQ=DAILY;BYHOUR=${upTo(24)};BYMINUTE=${upTo(60)};BYSECOND=${upTo(60)}`,
      ),
    ),
};
const elsewhere = ["https://home.example", "https://127.0.0.1", "https://10.0.0.1", "https://twice.example"];

async function exercise(folder: string): Promise<string> {
  let busyFrom = Date.now();
  let toThisMachine = 0;
  const [key, cert] = [readFileSync(join(folder, "key.pem")), readFileSync(join(folder, "cert.pem"))];
  const server = createServer({ key, cert }, ({ url = "" }, answer) => {
    const act = hostile[url.replace(`/${secret}/`, "")];
    act ? act(answer) : answer.end(calendar(busyFrom));
  });
  server.listen(443, publicAddress);
  const private_ = createServer({ key, cert }, (_, answer) => answer.end(calendar(busyFrom)));
  private_.on("connection", () => {
    toThisMachine += 1;
  });
  private_.listen(443, "127.0.0.1");

  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  const site = await startSite({ dataDir });
  const owner = await signIn(site.baseUrl, dataDir);
  async function set(urls: string[]) {
    const startedAt = performance.now();
    const answer = await owner.put("/panel/api/busy-calendars", { urls });
    assert.equal(answer.status, 200);
    const list = (await answer.json()) as { failed: boolean; readAt: number | null }[];
    return { list, seconds: (performance.now() - startedAt) / 1000 };
  }

  const talks = (await slotsOf(site)).filter(({ kind }) => kind === "talk");
  const [first, second, third] = talks;
  assert.ok(first && second && third);
  busyFrom = Date.parse(first.start);
  const whole = `https://calendar.example/${secret}/whole`;
  const { list } = await set([whole]);
  assert.ok(list[0]?.readAt && !list[0].failed, "a whole calendar is read");
  assert.ok(!(await slotsOf(site)).some(({ id }) => id === first.id), "its event takes the date");

  const quiet = await readPages(site, 3_000);
  const told: string[] = [];
  const busy: number[] = [];
  const urls = [
    ...Object.keys(hostile).map((name) => `https://calendar.example/${secret}/${name}`),
    ...elsewhere.map((origin) => `${origin}/${secret}`),
  ];
  for (const url of urls) {
    const [{ list, seconds }, pages] = await Promise.all([set([whole, url]), readPages(site, 3_000)]);
    busy.push(...pages);
    assert.deepEqual([list[0]?.failed, list[1]?.failed, list[1]?.readAt], [false, true, null], url);
    assert.ok(seconds < 60, `${url} is given up, not after ${seconds} s`);
    told.push(
      `${url.split("/").slice(2).join("/").replace(`calendar.example/${secret}/`, "")} ${seconds.toFixed(1)} s`,
    );
  }
  assert.equal(toThisMachine, 0, "nothing has reached this machine's own address");
  const plain = await owner.put("/panel/api/busy-calendars", { urls: [`http://calendar.example/${secret}`] });
  assert.equal(plain.status, 400);

  // Whoever books meanwhile waits for a calendar that hangs, but not long, and what was read before is still known.
  await set([whole, `https://calendar.example/${secret}/hangs`]);
  site.passTime(minuteMs);
  const startedAt = performance.now();
  const booked = await ask(site, second.id);
  const bookedMs = performance.now() - startedAt;
  assert.deepEqual([booked?.status, booked?.date?.state], [201, "booked"]);
  assert.ok(bookedMs < 8_000, `booked in ${bookedMs} ms`);
  assert.ok(!(await slotsOf(site)).some(({ id }) => id === first.id));
  // After a day without a reading a talk is only a wish, and health says so.
  site.passTime(25 * hourMs);
  assert.equal((await ask(site, third.id))?.date?.state, "wish");
  site.passTime(minuteMs);
  assert.ok((await site.health()).problems.includes("busy-calendars-unread"));
  await set([]);
  await until("no reading program is left", () => readingPrograms(site) === 0);
  assert.deepEqual(
    allLogLines.filter((line) => line.includes(secret)),
    [],
    "no log holds an address",
  );
  assert.equal(await site.stop(), 0);
  const times = (median(busy) / median(quiet)).toFixed(2);
  return `${told.join(", ")}; meanwhile ${busy.length} pages, none failed, median ${median(busy).toFixed(1)} ms (${times} of the quiet one); booked in ${(bookedMs / 1000).toFixed(1)} s while one hangs; none reached 127.0.0.1`;
}

function readingPrograms({ pid }: Site): number {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const [, parent] = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, "utf8")) ?? [];
        return Number(parent) === pid && readFileSync(`/proc/${name}/cmdline`, "utf8").includes("read-busy");
      } catch {
        return false;
      }
    }).length;
}

if (import.meta.main) {
  const [, , folder = dirname(import.meta.filename)] = process.argv;
  console.log(await exercise(folder));
  process.exit();
}
