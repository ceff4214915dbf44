import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startMailServer } from "../../enquiries/testing/mail-server.ts";
import { readSqlite } from "./evidence.ts";
import { environment, startSite, withFolder } from "./site.ts";

/** The owner's canary goes all the way to the mail server and leaves no trace. Health reports when that path is broken. */
export async function testCanary(): Promise<string> {
  return withFolder(async (dataDir) => {
    const mailServer = await startMailServer();
    const site = await startSite({ dataDir, SMTP_URL: mailServer.url });
    const said = await canary(dataDir, site.port);
    assert.match(said.text, /przeszło całą drogę/);
    assert.equal(said.code, 0);
    assert.deepEqual(
      mailServer.received.map(({ mail }) => mail.subject?.slice(0, 15)),
      ["Test formularza"],
    );
    assert.deepEqual(readSqlite(dataDir), { enquiries: [], messages: [] });

    mailServer.state.mood = "refuse recipient";
    const sad = await canary(dataDir, site.port);
    assert.equal(sad.code, 1);
    assert.match(sad.text, /odrzucił/);
    assert.deepEqual((await site.health()).problems, ["canary-failed"]);
    await site.stop();
    await mailServer.stop();
    return "through the public address to the mail server in one go; a refusal shows on health";
  });
}

async function canary(dataDir: string, port: number): Promise<{ code: number; text: string }> {
  const run = promisify(execFile)(process.execPath, ["tools/canary.ts"], {
    env: environment({ dataDir }, port),
  });
  return run.then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout }) => ({ code, text: stdout }),
  );
}
