import { expect, test, vi } from "vitest";
import type { OpinionContent, OpinionForm } from "../opinions/opinion.ts";
import { ask } from "./testing/http-client.ts";
import { serveFixture } from "./testing/site-fixture.ts";

const token = "a".repeat(43);
const words = { text: "", author: "", about: null };
const offered: OpinionContent = { state: "offered", kind: "talk", heldOn: "2026-12-01", words };
const form = { values: { text: "Dobrze." }, errors: { author: "Podpisz opinię." } };

async function serve(sent: "done" | "unchanged" | OpinionForm = "done") {
  const opinions = {
    view: async (asked: string) => (asked === token ? offered : undefined),
    send: vi.fn(async (asked: string) => (asked === token ? sent : "missing")),
    withdraw: vi.fn(async () => "done" as const),
  };
  const { port, logLines } = await serveFixture({
    opinions,
    render: async (request) => ({ status: 200, html: JSON.stringify(request) }),
  });
  return {
    ...opinions,
    logLines,
    request: (...question: Parameters<typeof ask> extends [number, ...infer Rest] ? Rest : never) =>
      ask(port, ...question),
  };
}

const post = (body: Record<string, string>, headers = {}) => ({
  method: "POST",
  body: new URLSearchParams(body).toString(),
  headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
});

test("C5.4 GET, HEAD and a prefetch of the link spend nothing; its secret is not logged, and nobody indexes it", async () => {
  const { request, send, withdraw, logLines } = await serve();
  for (const options of [{}, { method: "HEAD" }, { headers: { "Sec-Purpose": "prefetch" } }]) {
    const answer = await request(`/opinia/${token}`, options);
    expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(answer.headers["x-robots-tag"]).toContain("noindex");
  }
  expect(send).not.toHaveBeenCalled();
  expect(withdraw).not.toHaveBeenCalled();
  expect((await request(`/opinia/${"b".repeat(43)}`)).status).toBe(404);
  await expect.poll(() => logLines.length).toBeGreaterThan(3);
  expect(logLines.join("")).not.toContain(token);
  expect(logLines.join("")).toContain('"/opinia/"');
});

test("C5.1 a POST sends the fields and leads back; what is not taken comes back with its words", async () => {
  const { request, send } = await serve();
  const sent = await request(`/opinia/${token}`, post({ action: "send", text: "Dobrze.", publication: "1" }));
  expect([sent.status, sent.headers.location]).toEqual([303, `/opinia/${token}`]);
  expect(send).toHaveBeenCalledExactlyOnceWith(token, { text: "Dobrze.", publication: "1" });
  const { request: again } = await serve(form);
  const answer = await again(`/opinia/${token}`, post({ action: "send", text: "Dobrze." }));
  expect(answer.status).toBe(422);
  expect(answer.text).toContain("Podpisz opinię.");
});

test("C5.3 only a confirmed POST from this site withdraws", async () => {
  const { request, send, withdraw } = await serve("unchanged");
  await request(`/opinia/${token}`, post({ action: "withdraw" }));
  const confirmed = { action: "withdraw", confirmed: "1" };
  const foreign = await request(`/opinia/${token}`, post(confirmed, { Origin: "https://other.example" }));
  expect(foreign.status).toBe(403);
  expect(withdraw).not.toHaveBeenCalled();
  expect((await request(`/opinia/${token}`, post(confirmed))).status).toBe(303);
  expect(withdraw).toHaveBeenCalledExactlyOnceWith(token);
  expect(send).toHaveBeenCalledTimes(1);
});

test("C5.4 64 kB are refused", async () => {
  const { request, send } = await serve();
  const answer = await request(`/opinia/${token}`, post({ action: "send", text: "a".repeat(64 * 1024) }));
  expect(answer.status).toBe(413);
  expect(send).not.toHaveBeenCalled();
});
