import { describe, expect, test } from "vitest";
import { type Answer, ask } from "./testing/http-client.ts";
import { type FixtureOptions, fixtureFiles, serveFixture } from "./testing/site-fixture.ts";

const typed = { name: "Ala", phone: "", email: "ala@example.com", message: "Dzień dobry" };
// The fields that only a running script fills are there, empty.
const body = new URLSearchParams({ ...typed, key: "", elapsedMs: "", "pole-k7x2m": "" }).toString();

async function post(
  options: FixtureOptions = {},
  sent = body,
  type = "application/x-www-form-urlencoded",
  address = "/kontakt",
) {
  const site = await serveFixture(options);
  const answer = await ask(site.port, address, {
    method: "POST",
    headers: { "Content-Type": type },
    body: sent,
  });
  return { ...site, answer };
}

describe("B10.2 the form without JavaScript", () => {
  test("leads to the thank-you page with the reference", async () => {
    const { answer, submissions } = await post();
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe("/dziekujemy?ref=7K3M-9QXR");
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(submissions).toEqual([
      { values: typed, key: undefined, honeypot: "", elapsedMs: undefined, clientAddress: "127.0.0.1" },
    ]);
  });

  test("a form of an earlier version that a script had begun to fill keeps its key", async () => {
    const { submissions } = await post({}, `${body}&key=0b6f1c3e-1d0f-4b8a&elapsedMs=5000`);
    expect(submissions[0]).toMatchObject({ values: typed, key: "0b6f1c3e-1d0f-4b8a", elapsedMs: undefined });
  });

  test("B10.7 a request for a call needs only a number, which stands for the name", async () => {
    const sent = new URLSearchParams({
      ...typed,
      name: "",
      phone: "600 100 200",
      email: "",
      message: "",
      callback: "tak",
    });
    const { answer, submissions } = await post({}, sent.toString());
    expect(answer.status).toBe(303);
    expect(submissions).toMatchObject([
      { values: { name: "600 100 200", phone: "600 100 200", message: "Proszę o telefon." } },
    ]);
  });

  test("B10.7 a request for a call without a number comes back with what was typed", async () => {
    const { answer, submissions } = await post({}, `${body}&callback=tak`);
    expect(answer.status).toBe(422);
    const { form } = JSON.parse(answer.text);
    expect(form).toEqual({ values: typed, errors: { phone: ["Wpisz numer, pod który oddzwonić"] } });
    expect(submissions).toEqual([]);
  });

  test("B10.2 comes back with 422, the errors and the typed text", async () => {
    const errors = { name: ["Wpisz imię"] };
    const { answer } = await post({ submit: async () => ({ kind: "invalid", errors }) });
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.text)).toEqual({ path: "/kontakt", form: { values: typed, errors } });
    expect(answer.headers).toMatchObject({
      "cache-control": "no-store",
      "content-type": "text/html; charset=utf-8",
    });
  });

  test("comes back with 429, the time to wait, the phone and the text", async () => {
    const { answer } = await post({ submit: async () => ({ kind: "limited", retryAfterSeconds: 90 }) });
    expect(answer.status).toBe(429);
    expect(answer.headers["retry-after"]).toBe("90");
    const { form } = JSON.parse(answer.text);
    expect(form.values).toEqual(typed);
    expect(form.notice).toContain("nie została wysłana");
    expect(form.notice).toContain("za 2\u00a0minuty");
    expect(form.notice).toContain("+48 000 000 000");
    expect(form.notice).toContain("kontakt@example.com");
  });

  test("429 as a page, and nothing is read, when the address has sent too many requests", async () => {
    const { answer, submissions } = await post({ countRequest: () => 90 });
    expect(answer.status).toBe(429);
    expect(answer.headers["retry-after"]).toBe("90");
    expect(answer.headers["content-type"]).toContain("text/html");
    expect(submissions).toEqual([]);
  });

  test("comes back with 503, the phone and the text when it cannot be stored", async () => {
    const { answer } = await post({ submit: async () => ({ kind: "unavailable" }) });
    expect(answer.status).toBe(503);
    const { form } = JSON.parse(answer.text);
    expect(form.values).toEqual(typed);
    expect(form.notice).toContain("nie została wysłana");
    expect(form.notice).toContain("+48 000 000 000");
  });

  test.each(["unavailable", "invalid"] as const)(
    "comes back with the text when dates were shown and the database fails: %s",
    async (kind) => {
      const appointments = { free: () => Promise.reject(new Error("down")) };
      const submit = async () => (kind === "invalid" ? { kind, errors: {} } : { kind });
      const { answer } = await post({ appointments, submit }, body, undefined, "/kontakt?terminy");
      expect(answer.status).toBe(kind === "invalid" ? 422 : 503);
      expect(JSON.parse(answer.text).form.values).toEqual(typed);
    },
  );

  test("B10.6 a link to the dates opens the form while the database is away", async () => {
    const appointments = { free: () => Promise.reject(new Error("down")) };
    const { port } = await serveFixture({ appointments });
    expect((await ask(port, "/kontakt?terminy")).status).toBe(200);
  });

  test("over 64 KiB it comes back with 413 and the beginning of the text", async () => {
    const { answer, submissions } = await post({}, `${body}${"a".repeat(64 * 1024)}&name=nie`);
    expect(answer.status).toBe(413);
    const { form } = JSON.parse(answer.text);
    expect(form.values).toEqual({ ...typed });
    expect(form.notice).toContain("4000\u00a0znaków");
    expect(submissions).toEqual([]);
  });

  test.each(["multipart/form-data; boundary=a", "text/plain", "application/json"])(
    "415 for %s",
    async (type) => {
      const { answer, submissions } = await post({}, body, type);
      expect(answer.status).toBe(415);
      expect(submissions).toEqual([]);
    },
  );

  test("a body that the form cannot have sent is 400", async () => {
    const { answer, submissions } = await post({}, `${body}&key=%00`);
    expect(answer.status).toBe(400);
    expect(submissions).toEqual([]);
  });
});

test("B6.5 if more forms must be rendered again than can be, the rest get the overload's own page", async () => {
  const rendered = Promise.withResolvers<void>();
  const paths: string[] = [];
  const { port } = await serveFixture({
    submit: async () => ({ kind: "invalid", errors: { name: ["Wpisz imię"] } }),
    async render({ path, error }) {
      paths.push(path);
      await rendered.promise;
      return { status: error?.statusCode ?? 200, html: "rendered" };
    },
  });
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const send = () => ask(port, "/kontakt", { method: "POST", headers, body });
  const refused: Answer[] = [];
  const answers = Array.from({ length: 30 }, async () => {
    const answer = await send();
    if (answer.status === 503) refused.push(answer);
    return answer;
  });
  // Two are being rendered, twenty wait.
  await expect.poll(() => refused.length).toBe(8);
  expect(paths).toHaveLength(2);
  for (const { headers, text } of refused) {
    expect(headers["retry-after"]).toBe("5");
    expect(text).toBe(fixtureFiles["503.html"]);
  }
  rendered.resolve();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array(22).fill(422), ...Array(8).fill(503)]);
});

describe("B10.5 the thank-you page", () => {
  test("is rendered again after a failure", async () => {
    let isBroken = true;
    const { port } = await serveFixture({
      async render({ path, reference, error }) {
        if (isBroken) throw new Error("broken");
        return { status: 200, html: `${path} ${reference} ${reference} ${error?.statusCode}` };
      },
    });
    expect((await ask(port, "/dziekujemy?ref=7K3M-9QXR")).status).toBe(500);
    isBroken = false;
    for (const reference of ["7K3M-9QXR", "0000-0001", "ZZZZ-ZZZZ"]) {
      const { status, text } = await ask(port, `/dziekujemy?ref=${reference}`);
      expect(status).toBe(200);
      expect(text).toBe(`/dziekujemy ${reference} ${reference} undefined`);
    }
  });

  test("B10.5 shows a reference where it is known", async () => {
    const { port } = await serveFixture();
    const answer = await ask(port, "/dziekujemy?ref=7K3M-9QXR");
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ path: "/dziekujemy", reference: "7K3M-9QXR" });
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test("B10.5 thanks nobody for a reference that no enquiry has", async () => {
    const { port } = await serveFixture({ isKnown: async (reference) => reference === "7K3M-9QXR" });
    expect((await ask(port, "/dziekujemy?ref=7K3M-9QXQ")).text).toBe(fixtureFiles["dziekujemy.html"]);
    expect((await ask(port, "/dziekujemy?ref=7K3M-9QXR")).text).toContain("7K3M-9QXR");
  });

  test.each(["", "?a=7K3M-9QXR"])("is the ordinary page for %j", async (search) => {
    const { port } = await serveFixture();
    const answer = await ask(port, `/dziekujemy${search}`);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(fixtureFiles["dziekujemy.html"]);
  });

  test.each([
    "?ref=",
    "?ref=7k3m-9qxr",
    "?ref=7K3M-9QXR0",
    "?ref=<b>M-9QXR",
    "?ref=OOOO-IIII",
    "?ref=7K3M-9QXR&ref=x",
  ])("B6.3 is not found for a malformed reference: %j", async (search) => {
    const { port } = await serveFixture();
    const answer = await ask(port, `/dziekujemy${search}`);
    expect(answer.status).toBe(404);
    expect(answer.text).toBe(fixtureFiles["404.html"]);
  });
});
