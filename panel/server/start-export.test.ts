import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { exportText, toCsv } from "../../enquiries/owner/export.server.ts";
import { fillWithEnquiries } from "../../enquiries/testing/fill.ts";
import { startPostgres } from "../../enquiries/testing/postgres.ts";
import { temporaryFolder } from "../../publishing/testing/temporary-folder.ts";
import { createExporter } from "./start-export.ts";
import { startPanel } from "./testing/panel-fixture.ts";

const longerThanAPage = 1_101;

for (const kind of ["SQLite", "PostgreSQL"] as const) {
  const postgres = kind === "PostgreSQL" ? await startPostgres() : undefined;
  describe.skipIf(kind === "PostgreSQL" && !postgres)(kind, () => {
    test("P1.4 an export by a child process has every enquiry, newest first, with its notes", async () => {
      // Registered first, so it runs last.
      onTestFinished(() => postgres?.stop());
      const panel = await startPanel({ databaseUrl: postgres?.url });
      const { database, inbox } = panel;
      // Three with the same time, so that a page ends between two of them.
      for (let round = 0; round < 3; round += 1)
        await fillWithEnquiries(database, { count: longerThanAPage / 3, now: 1_800_000_000_000 });
      const stored = await database.db.selectFrom("enquiries").select("reference").execute();
      const references = stored.map(({ reference }) => reference);
      await inbox.addNote(references[0] ?? "", { id: randomUUID(), text: "Notatka" });
      const all = await inbox.exportAll();
      expect(new Set(all.map(({ reference }) => reference))).toEqual(new Set(references));
      expect(all).toHaveLength(longerThanAPage);
      const times = all.map(({ receivedAt }) => receivedAt);
      expect(times).toEqual(times.toSorted().reverse());

      const browser = await panel.signInByLink(panel.createBrowser());
      const ask = async (format: string) => {
        const answer = await browser.write("/panel/api/enquiries/export", { format });
        return { type: answer.headers.get("Content-Type"), text: await decode(answer) };
      };
      expect(await ask("csv")).toEqual({ type: "text/csv; charset=utf-8", text: toCsv(all) });
      const { type, text } = await ask("json");
      expect(type).toBe("application/json");
      expect(JSON.parse(text)).toEqual(all);
      const exports = (await panel.accounts.auditLog.list({ limit: 10 })).filter(
        ({ action }) => action === "exported",
      );
      expect(exports).toHaveLength(2);
    });
  });
}

/** Unlike `text()`, keeps the byte order mark. */
const decode = async (answer: Response) => Buffer.from(await answer.arrayBuffer()).toString("utf8");

test("an empty inbox exports as a header and as an empty list", async () => {
  const { database } = await startPanel();
  async function textOf(format: "csv" | "json"): Promise<string> {
    let text = "";
    for await (const part of exportText(database.db, format, Date.now())) text += part;
    return text;
  }
  expect(await textOf("csv")).toBe(toCsv([]));
  expect(JSON.parse(await textOf("json"))).toEqual([]);
});

function exporterOf(script: string, options: { timeoutMs?: number } = {}) {
  const program = join(temporaryFolder(), "program.mjs");
  writeFileSync(program, script);
  const exporter = createExporter({
    program,
    source: { dataDir: "data", databaseUrl: "postgres:" },
    ...options,
  });
  onTestFinished(exporter.stop);
  return exporter;
}

const read = (stream: ReadableStream<Uint8Array> | undefined) => new Response(stream).text();

test("the process gets everything in the request and nothing from the environment", async () => {
  const exporter = exporterOf(`
    process.once("message", (request) => {
      process.stdout.write(JSON.stringify(request) + Object.keys(process.env).filter((name) => /PATH|HOME|URL/.test(name)));
      process.disconnect();
    });`);
  const request = { dataDir: "data", databaseUrl: "postgres:", format: "csv" };
  expect(await read(exporter.start("csv"))).toBe(JSON.stringify(request));
});

const endless = `process.stdout.write("begun"); setInterval(() => {}, 1000);`;

test.each([
  ["is killed", `process.stdout.write("begun", () => process.kill(process.pid, "SIGKILL"));`, /SIGKILL/],
  ["breaks", `process.stdout.write("begun", () => process.exit(3));`, /status 3/],
])("a download does not look complete when its process %s", async (_, script, reason) => {
  await expect(read(exporterOf(script).start("csv"))).rejects.toThrow(reason);
});

test("P1.4 an export that takes too long is killed", async () => {
  await expect(read(exporterOf(endless, { timeoutMs: 300 }).start("csv"))).rejects.toThrow(/SIGKILL/);
});

test("P1.4 one export at a time; a cancelled download ends its export and makes room", async () => {
  const exporter = exporterOf(endless);
  const first = exporter.start("csv")?.getReader();
  expect(Buffer.from((await first?.read())?.value ?? []).toString()).toBe("begun");
  expect(exporter.start("json")).toBeUndefined();
  await first?.cancel();
  await expect.poll(() => exporter.start("json")).toBeDefined();
});

test("the process ends with its server", async () => {
  const exporter = exporterOf(endless);
  const reading = read(exporter.start("csv"));
  exporter.stop();
  await expect(reading).rejects.toThrow(/SIGKILL/);
});
