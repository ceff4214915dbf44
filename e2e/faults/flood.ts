import assert from "node:assert/strict";
import { readSqlite } from "./evidence.ts";
import { startSite, withFolder } from "./site.ts";
import { newVisit, send, type Visit } from "./visitors.ts";

/** Hundreds of enquiries from one network, then from many. Visitors still reach the form, and nothing is lost. */
export async function flood(): Promise<string> {
  return withFolder(async (dataDir) => {
    const site = await startSite({ dataDir, ENQUIRY_LIMITS: "on", TRUSTED_PROXIES: "127.0.0.1" });
    const accepted: Visit[] = [];
    async function sendFrom(address: string): Promise<boolean> {
      const visit = newVisit();
      const status = await send(site.baseUrl, visit, address);
      if (status === 201) accepted.push(visit);
      else assert.equal(status, 429);
      return status === 201;
    }

    for (let network = 0; network < 300; network += 1)
      await sendFrom(`2001:db8:0:${network.toString(16)}::1`);
    assert.equal(accepted.length, 40, "one network gets no more than its limit");
    assert.deepEqual((await site.health()).problems, [], "that disturbs nobody");

    for (let sender = 0; sender < 400; sender += 1)
      assert.ok(await sendFrom(`10.0.${sender >> 8}.${sender & 255}`));
    assert.ok(await sendFrom("192.0.2.1"), "a visitor still reaches the form");
    site.passTime(6_000);
    assert.deepEqual((await site.health()).problems, ["too-many-enquiries"]);
    assert.equal(await site.stop(), 0);

    const { enquiries, messages } = readSqlite(dataDir);
    const stored = new Map(enquiries.map(({ key, reference }) => [key, reference]));
    for (const { key, references } of accepted) assert.ok(references.has(stored.get(key) ?? ""));
    const count = (kind: string) => messages.filter((message) => message.kind === kind).length;
    assert.equal(count("trainer"), 300);
    assert.equal(count("visitor"), 50);
    return `${accepted.length} of 701 stored, of which 300 were sent to the trainer and 50 confirmed, the rest is in quarantine; health 503`;
  });
}
