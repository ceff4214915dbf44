import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { ask } from "../server/testing/http-client.ts";
import { switchTo } from "./release-store.ts";
import { missingIn } from "./testing/missing-files.ts";
import { publishSmall } from "./testing/publish-small.ts";
import { writeRelease } from "./testing/release-fixture.ts";
import { startServer } from "./testing/server-process.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

async function startLive() {
  const folder = temporaryFolder();
  const releasesDir = join(folder, "releases");
  writeRelease(join(folder, "build/site"), { mark: "built" });
  const { port, logLines } = await startServer(folder);
  const publish = (mark: string) =>
    publishSmall(
      { contentDir: "content", origin: "command" },
      { releasesDir, mark, historyDir: join(folder, "history"), now: () => new Date(), waitMs: 10_000 },
    );
  const shownMark = async () => markOf((await ask(port, "/")).text);
  return { releasesDir, port, logLines, publish, shownMark };
}

/** The release that every part of a page belongs to; throws if they differ. */
function markOf(html: string): string {
  const [, mark] = /end of (\w+) -->/.exec(html) ?? [];
  const marks = new Set(
    [...html.matchAll(/(?:app|manifest|hero|end of)[- ](\w+?)(?:\.|-640|\s)/g)].map(([, found]) => found),
  );
  if (mark === undefined || marks.size !== 1 || !html.endsWith("</html>"))
    throw new Error(`Mixed or incomplete page: ${html}`);
  return mark;
}

/** Visitors who request one page after another, each on its own keep-alive connection. */
function visit(port: number, visitors: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: visitors });
  const seen = new Set<string>();
  const failures: string[] = [];
  let answers = 0;
  let connections = 0;
  let isOver = false;

  const get = (path: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const question = request({ host: "127.0.0.1", port, path, agent }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk) => {
          text += chunk;
        });
        answer.on("error", reject).on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      });
      question.on("error", reject).on("socket", (socket) => {
        if (!question.reusedSocket && socket.connecting) connections += 1;
      });
      question.end();
    });

  async function visitor(): Promise<void> {
    while (!isOver) {
      try {
        const { status, text } = await get("/oferta");
        const mark = markOf(text);
        seen.add(mark);
        // A page's files are requested a moment later, when another release may be current.
        const part = await get(`/pictures/hero-${mark}-640.avif`);
        if (status !== 200 || part.status !== 200 || part.text !== mark.repeat(1000)) {
          failures.push(`${mark}: ${status}, ${part.status}`);
        }
        answers += 2;
        // Visitors read, and leave the processor to the publication.
        await sleep(5);
      } catch (error) {
        failures.push(String(error));
      }
    }
  }

  const all = Promise.all(Array.from({ length: visitors }, visitor));
  return {
    seen,
    async leave() {
      isOver = true;
      await all;
      agent.destroy();
      return { failures, answers, connections };
    },
  };
}

test("visitors lose nothing during ten publications: every response is complete, from one release, on the same connection", async () => {
  const { port, publish } = await startLive();
  const { seen, leave } = visit(port, 4);
  await expect.poll(() => [...seen]).toEqual(["built"]);
  const marks = Array.from({ length: 10 }, (_, at) => `r${at}`);
  for (const mark of marks) {
    expect(await publish(mark)).toMatchObject({ kind: "published" });
    await expect.poll(() => [...seen]).toContain(mark);
  }
  const { failures, answers, connections } = await leave();
  expect(failures).toEqual([]);
  expect(connections).toBe(4);
  expect(answers).toBeGreaterThan(100);
});

test("a tab of an earlier release keeps working: its files, payloads and form goals stay while the release is kept; a broken release is not served, and the previous one stays", async () => {
  const { port, logLines, publish, shownMark, releasesDir } = await startLive();
  for (const mark of ["r1", "r2", "r3", "r4", "r5"]) await publish(mark);
  await expect.poll(shownMark).toBe("r5");
  const statusOf = async (path: string) => (await ask(port, path)).status;
  for (const mark of ["r1", "r4", "r5"]) {
    expect(await statusOf(`/assets/app-${mark}.js`)).toBe(200);
    expect(await statusOf(`/payload/index-${mark}.json`)).toBe(200);
  }
  const old = await ask(port, "/pictures/hero-r1-640.avif");
  expect(old.text).toBe("r1".repeat(1000));
  expect(old.headers["cache-control"]).toContain("immutable");
  expect(await statusOf("/assets/app-r0.js")).toBe(404);

  const send = async (goal: string) => {
    const body = JSON.stringify({ name: "Ala", phone: "600100200", goal, message: goal });
    const headers = { "Content-Type": "application/json" };
    return (await ask(port, "/api/enquiries", { method: "POST", headers, body })).status;
  };
  expect(await send("Cel r5")).toBe(201);
  expect(await send("Cel r1")).toBe(201);
  expect(await send("Cel nieznany")).toBe(422);

  const name = "2100-01-01T00-00-00-000Z-bad";
  mkdirSync(join(releasesDir, name));
  await switchTo(releasesDir, name);
  await expect.poll(() => logLines.join("\n")).toContain("the release cannot be served");
  expect(await shownMark()).toBe("r5");
  expect(await statusOf("/assets/app-r5.js")).toBe(200);
});

test("a publication killed at any moment leaves a complete release in place", async () => {
  const { publish, shownMark, releasesDir } = await startLive();
  await publish("r0");
  for (let round = 0; round < 8; round += 1) {
    const child = spawn(process.execPath, ["publishing/testing/publish-endlessly.ts", releasesDir], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    for await (const _ of createInterface(child.stdout)) break;
    await sleep(5 + round * 7);
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
    expect(missingIn(join(releasesDir, "current"))).toEqual([]);
    await expect.poll(shownMark).toMatch(/^(?:r0|k\d+x\d+)$/);
  }
  await publish("r1");
  await expect.poll(shownMark).toBe("r1");
  expect(readdirSync(releasesDir).filter((name) => name.startsWith("unfinished"))).toEqual([]);
});

test("a server that starts with a dangling link reports it instead of serving something else", async () => {
  const folder = temporaryFolder();
  writeRelease(join(folder, "build/site"), { mark: "built" });
  mkdirSync(join(folder, "releases"));
  symlinkSync("2100-01-01T00-00-00-000Z-gone", join(folder, "releases/current"));
  const child = spawn(process.execPath, ["process/main.ts"], {
    env: {
      BUILD_DIR: join(folder, "build"),
      RELEASES_DIR: join(folder, "releases"),
      DATA_DIR: join(folder, "data"),
      PORT: "1",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  for await (const line of createInterface(child.stderr)) lines.push(line);
  expect(lines.join("\n")).toContain("Nie ma zbudowanej strony w");
});
