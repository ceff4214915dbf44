import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startMailServer } from "../../enquiries/testing/mail-server.ts";
import { startPostgres } from "../../enquiries/testing/postgres.ts";
import { writeRelease } from "../../publishing/testing/release-fixture.ts";
import { startServer } from "../../publishing/testing/server-process.ts";
import { temporaryFolder } from "../../publishing/testing/temporary-folder.ts";
import { ask } from "../../server/testing/http-client.ts";
import { bundleProgram } from "./bundles.ts";

const serverDir = mkdtempSync(join(tmpdir(), "server-bundle-"));
beforeAll(() => bundleProgram("process/main.ts", serverDir, "main.js"));
afterAll(() => rmSync(serverDir, { recursive: true }));

describe("the bundled server", () => {
  async function start(settings: Record<string, string>) {
    const folder = temporaryFolder();
    writeRelease(join(folder, "build/site"), { mark: "a1" });
    return startServer(folder, { script: join(serverDir, "main.js"), settings });
  }

  const post = (port: number) =>
    ask(port, "/kontakt", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "name=Ala&email=ala%40example.com&message=Dobry",
    });

  test("serves pages, renders, stores in SQLite and sends mail", async () => {
    const mail = await startMailServer();
    onTestFinished(() => mail.stop());
    const { port } = await start({ SMTP_URL: mail.url });
    expect((await ask(port, "/oferta")).text).toContain("end of a1");
    const thanks = await post(port);
    expect(thanks.status).toBe(303);
    const { location = "" } = thanks.headers;
    expect(JSON.parse((await ask(port, location)).text)).toEqual({
      path: "/dziekujemy",
      reference: location.slice(-9),
    });
    await expect
      .poll(() => mail.received.map(({ to }) => to).sort())
      .toEqual(["ala@example.com", "kontakt@example.com"]);
  });

  test("stores in PostgreSQL", async ({ skip }) => {
    const postgres = await startPostgres();
    if (!postgres) return skip("no PostgreSQL on this machine");
    onTestFinished(() => postgres.stop());
    const { port } = await start({ DATABASE_URL: postgres.url });
    expect((await post(port)).status).toBe(303);
    expect(JSON.parse((await ask(port, "/api/health")).text)).toMatchObject({ outbox: { waiting: 2 } });
  });
});
