import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { vercelStegaDecode } from "@vercel/stega";
import { expect, onTestFinished, test } from "vitest";
import { codeFiles } from "../code-build.ts";
import { client } from "../testing/renderer.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { startPreview } from "./start-preview.ts";

const real = join(import.meta.dirname, "preview.ts");

/** Answers with its process id and request count: late for `galeria`, never for `kontakt`; exits on `osiagniecia` as its first request. */
const fake = `
  let count = 0;
  process.once("disconnect", () => process.exit());
  process.on("message", ({ page }) => {
    count += 1;
    const html = process.pid + " " + count;
    if (page === "kontakt") return;
    if (page === "osiagniecia" && count === 1) process.exit(1);
    setTimeout(() => process.send({ html }), page === "galeria" ? 300 : 0);
  });`;

const settings = {
  siteUrl: "https://example.com",
  retentionDays: 365,
  production: false,
  api: { browserBaseUrl: null, baseUrl: null },
};

function previewOf(script: string | undefined, options: Partial<Parameters<typeof startPreview>[0]> = {}) {
  const folder = temporaryFolder();
  const codeDir = join(folder, "code");
  mkdirSync(codeDir);
  writeFileSync(join(codeDir, codeFiles.facts), JSON.stringify({ version: "1", client }));
  writeFileSync(
    join(codeDir, codeFiles.renderer),
    `export const renderBareDocument = () => {};
    export const createRender = ({ payloads, siteUrl }) => async ({ path }) =>
      ({ html: "<html><head></head><body><h1>" + payloads[path].heading + "</h1>" + siteUrl + "</body></html>" });`,
  );
  const program = join(folder, "program.mjs");
  if (script !== undefined) writeFileSync(program, script);
  const preview = startPreview({
    program: script === undefined ? real : program,
    config: () => ({
      dataDir: "none",
      contentDir: "content",
      ownContentDir: "none",
      releasesDir: "none",
      historyDir: "none",
      cacheDir: "none",
      siteDir: "none",
      settings: { ...settings },
      codeDir,
    }),
    ...options,
  });
  onTestFinished(preview.stop);
  return preview;
}

const pidOf = (html: string | undefined) => Number(html?.split(" ")[0]);

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("the draft's page is rendered in a separate process; settings that change while it runs apply from the next request", async () => {
  const { render } = previewOf(undefined);
  const html = await render("oferta");
  const heading = /<h1>([^<]+)<\/h1>/.exec(html ?? "")?.[1] ?? "";
  expect(vercelStegaDecode(heading)).toBe("oferta:heading");
  expect(html).toContain("https://example.com");
  settings.siteUrl = "https://www.studio.example";
  expect(await render("oferta")).toContain("https://www.studio.example");
});

test("one process answers all requests, even concurrent ones", async () => {
  const { render } = previewOf(fake);
  const answers = await Promise.all([render("index"), render("oferta"), render("galeria")]);
  expect(new Set(answers.map(pidOf)).size).toBe(1);
  expect(answers.map((html) => html?.split(" ")[1])).toEqual(["1", "2", "3"]);
});

test("after the process was killed, a new one answers the next request", async () => {
  const { render } = previewOf(fake);
  const first = pidOf(await render("index"));
  process.kill(first, "SIGKILL");
  expect(pidOf(await render("index"))).not.toBe(first);
});

test("P6.1 a process killed while it renders is replaced, and the request is answered", async () => {
  const { render } = previewOf(fake);
  const pid = pidOf(await render("index"));
  const late = render("galeria");
  process.kill(pid, "SIGKILL");
  const html = await late;
  expect(pidOf(html)).not.toBe(pid);
  expect(pidOf(await render("index"))).toBe(pidOf(html));
});

test("a request that crashes the process twice is an error, and the next one is answered", async () => {
  const { render } = previewOf(fake);
  await expect(render("osiagniecia")).rejects.toThrow("has exited");
  expect(await render("index")).toMatch(/^\d+ 1$/);
});

test("a process that does not answer in time is replaced", async () => {
  const { render } = previewOf(fake, { timeoutMs: 10_000 });
  const pid = pidOf(await render("index"));
  await expect(render("kontakt")).rejects.toThrow();
  await expect.poll(() => isRunning(pid)).toBe(false);
  expect(pidOf(await render("index"))).not.toBe(pid);
});

test("the process exits after an idle period, and together with the server", async () => {
  const idle = previewOf(fake, { idleMs: 50 });
  const pid = pidOf(await idle.render("index"));
  await expect.poll(() => isRunning(pid)).toBe(false);
  const stopped = previewOf(fake);
  const other = pidOf(await stopped.render("index"));
  stopped.stop();
  await expect.poll(() => isRunning(other)).toBe(false);
});
