import { expect, test } from "vitest";
import { consumeCanaryToken, runCanary } from "./canary.server.ts";
import { minuteMs } from "./clock.ts";
import { keyField } from "./form.ts";
import { createJobs } from "./jobs.server.ts";
import { noLimits } from "./limits.server.ts";
import type { SendResult } from "./mail/mailer.server.ts";
import { createQueue } from "./mail/queue.server.ts";
import { createSubmit, parseSubmissionBody } from "./submit.server.ts";
import type { Engine } from "./testing/engines.ts";
import { createTestClock, createTestLog, noDates, site } from "./testing/fixtures.ts";
import { createTestStore } from "./testing/open-inbox.ts";

/** The canary, on both databases. */
export function canaryContract(engine: Engine): void {
  /** A site whose form is reached by the given fetch, and whose mail gets the given result once the enquiry is stored. */
  async function setUp(result: SendResult | undefined) {
    const database = await engine.open();
    const clock = createTestClock();
    const jobs = createJobs({ database, clock });
    const queue = createQueue({ database, clock, random: () => 1 });
    const submit = createSubmit({
      rules: () => ({ goals: site.goals }),
      store: createTestStore(database, { clock }),
      consumeCanaryToken: (token) => consumeCanaryToken(database, token, clock.now()),
      limits: noLimits,
      isQuarantineOpen: async () => true,
      dates: noDates.dates,
      onStored: () => {},
      log: createTestLog(),
    });
    const requests: Request[] = [];
    async function form(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const request = new Request(input, init);
      requests.push(request.clone());
      const body = parseSubmissionBody(Object.fromEntries(new URLSearchParams(await request.text())));
      if (!body) return new Response(null, { status: 400 });
      // Anybody else's would be taken for spam.
      const { kind } = await submit({ ...body, honeypot: "x", clientAddress: "192.0.2.1" });
      for (const message of await queue.claim(10)) if (result) await queue.settle(message, result);
      return new Response(null, { status: kind === "accepted" ? 303 : 503 });
    }
    const run = (fetch: typeof globalThis.fetch = form) =>
      runCanary({ database, jobs, clock, serviceUrl: "https://studio.example", fetch });
    const left = async () => ({
      enquiries: await database.db.selectFrom("enquiries").selectAll().execute(),
      outbox: await database.db.selectFrom("outbox").selectAll().execute(),
      tokens: await database.db.selectFrom("canary_tokens").selectAll().execute(),
    });
    return { database, clock, jobs, requests, run, left, form };
  }
  const nothing = { enquiries: [], outbox: [], tokens: [] };

  test("posts the form, reaches the mail server, records the result and leaves no trace", async () => {
    const { run, left, requests, jobs } = await setUp({ kind: "sent" });
    expect(await run()).toEqual({ ok: true, tookMs: 0 });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST https://studio.example/kontakt",
    ]);
    expect(await left()).toEqual(nothing);
    expect((await jobs.last("canary"))?.detail).toEqual({ ok: true, tookMs: 0 });
  });

  test.each([
    ["the mail server refuses", { kind: "refused", codes: "550" }, "serwer poczty odrzucił e-mail"],
    ["nothing is sent in time", undefined, "serwer poczty nie przyjął e-maila na czas"],
  ] as const)("reports that %s and leaves no trace", async (_, result, problem) => {
    const { run, form, clock, left, jobs } = await setUp(result);
    let passing: NodeJS.Timeout | undefined;
    const report = await run(async (...request) => {
      const response = await form(...request);
      passing = setInterval(() => clock.advance(minuteMs), 100);
      return response;
    });
    clearInterval(passing);
    expect(report).toEqual({ ok: false, problem });
    expect(await left()).toEqual(nothing);
    expect((await jobs.last("canary"))?.detail).toMatchObject({ ok: false });
  });

  test("distinguishes a form that does not answer, answers with an error, or writes to another database", async () => {
    const { run, left } = await setUp(undefined);
    const away = () => Promise.reject(new TypeError("fetch failed"));
    expect(await run(away)).toMatchObject({
      problem: "formularz nie odpowiada pod publicznym adresem strony",
    });
    const broken = async () => new Response(null, { status: 502 });
    expect(await run(broken)).toMatchObject({ problem: "formularz odpowiedział kodem 502" });
    const elsewhere = async () => new Response(null, { status: 303 });
    expect(await run(elsewhere)).toMatchObject({ problem: "formularz zapisuje do innej bazy niż ta" });
    expect(await left()).toEqual(nothing);
  });

  test("a token is valid once and for five minutes", async () => {
    const { database, clock, run, form } = await setUp({ kind: "sent" });
    let token = "";
    const tokenOf = (init: RequestInit | undefined) =>
      new URLSearchParams(String(init?.body)).get(keyField) ?? "";
    await run((input, init) => {
      token = tokenOf(init);
      return form(input, init);
    });
    expect(token.length).toBeGreaterThan(40);
    expect(await consumeCanaryToken(database, token, clock.now())).toBe(false);

    await run(async (_, init) => {
      clock.advance(5 * minuteMs);
      token = tokenOf(init);
      expect(await consumeCanaryToken(database, token, clock.now())).toBe(false);
      return new Response(null, { status: 503 });
    });
  });
}
