import { expect, test, vi } from "vitest";
import type { AppointmentView } from "../appointments/slot.ts";
import { ask } from "./testing/http-client.ts";
import { serveFixture } from "./testing/site-fixture.ts";

/** The fixture with a function that asks it. */
async function serveAsking(options: Parameters<typeof serveFixture>[0]) {
  const site = await serveFixture(options);
  return {
    ...site,
    request: (path: string, question?: Parameters<typeof ask>[2]) => ask(site.port, path, question),
  };
}

const token = "a".repeat(43);
const view: AppointmentView = {
  reference: "7K3M-9QXR",
  kind: "talk",
  state: "booked",
  start: "2026-12-01T17:30",
  minutes: 30,
  sequence: 2,
  isOpen: true,
  isOver: false,
  slots: [],
};
const slot = {
  id: "2026-12-02-1730-talk",
  start: "2026-12-02T17:30:00+01:00",
  minutes: 30,
  kind: "talk" as const,
};

async function serve(result: "done" | "taken" | "unchanged" | "missing" = "done") {
  const changeByVisitor = vi.fn(async () => result);
  const appointments = {
    free: async () => [slot],
    view: async (asked: string) => (asked === token ? view : undefined),
    changeByVisitor,
  };
  return { ...(await serveAsking({ appointments })), changeByVisitor };
}
const post = (body: Record<string, string>) => ({
  method: "POST",
  body: new URLSearchParams(body).toString(),
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
});

test("C3.2 /api/slots answers with the free dates, which nobody may store", async () => {
  const { request } = await serve();
  const answer = await request("/api/slots");
  expect(answer.status).toBe(200);
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(JSON.parse(answer.text)).toEqual({ slots: [slot] });
  expect((await request("/api/slots", { method: "POST" })).status).toBe(405);
});

test("C4.2 GET, HEAD and a prefetch of a mailed link change nothing, and its secret is not logged", async () => {
  const { request, changeByVisitor, logLines } = await serve();
  for (const options of [{}, { method: "HEAD" }, { headers: { "Sec-Purpose": "prefetch" } }]) {
    const answer = await request(`/termin/${token}`, options);
    expect(answer.status).toBe(200);
    expect(answer.headers["x-robots-tag"]).toContain("noindex");
    expect(answer.headers["cache-control"]).toBe("no-store");
  }
  expect(changeByVisitor).not.toHaveBeenCalled();
  expect((await request(`/termin/${"b".repeat(43)}`)).status).toBe(404);
  await expect.poll(() => logLines.length).toBeGreaterThan(3);
  expect(logLines.join("")).not.toContain(token);
  expect(logLines.join("")).toContain('"/termin/"');
});

test("a private page that cannot be rendered is an error, and the log says so", async () => {
  const { request, logLines } = await serveAsking({
    appointments: { view: async () => view },
    opinions: { view: async () => ({ state: "withdrawn" }) },
    render: async ({ error }) => ({ status: error?.statusCode ?? 500, html: "error page" }),
  });
  for (const path of ["/termin", "/opinia"]) {
    const answer = await request(`${path}/${token}`);
    expect([answer.status, answer.text]).toEqual([500, "error page"]);
    expect(logLines.join("")).toContain(`${path} was rendered with status 500`);
  }
  expect(logLines.join("")).not.toContain(token);
});

test("C4.2 a POST moves or cancels what was shown, and leads back to the page", async () => {
  const { request, changeByVisitor } = await serve();
  const moved = await request(`/termin/${token}`, post({ action: "move", slot: slot.id, sequence: "2" }));
  expect([moved.status, moved.headers.location]).toEqual([303, `/termin/${token}`]);
  expect(changeByVisitor).toHaveBeenLastCalledWith(token, { slot: slot.id, sequence: 2 });
  await request(`/termin/${token}`, post({ action: "cancel", sequence: "2" }));
  expect(changeByVisitor).toHaveBeenLastCalledWith(token, { sequence: 2 });
});

test("C4.2 a POST that says neither, or comes from another site, changes nothing", async () => {
  const { request, changeByVisitor } = await serve();
  expect((await request(`/termin/${token}`, post({}))).status).toBe(422);
  expect((await request(`/termin/${token}`, post({ action: "move" }))).status).toBe(422);
  const foreign = post({ action: "cancel" });
  const headers = { ...foreign.headers, Origin: "https://other.example" };
  expect((await request(`/termin/${token}`, { ...foreign, headers })).status).toBe(403);
  expect(changeByVisitor).not.toHaveBeenCalled();
});

test("C4.2 who acts on a page that was opened before the trainer moved the date is told so", async () => {
  const { request } = await serveAsking({
    appointments: { view: async () => view, changeByVisitor: async () => "unchanged" },
    render: async ({ appointment }) => ({ status: 200, html: `${appointment?.notice}` }),
  });
  const stale = await request(`/termin/${token}`, post({ action: "cancel", sequence: "1" }));
  expect([stale.status, stale.text]).toEqual([409, "changed"]);
  const repeated = { action: "move", slot: "2026-12-01-1730-talk", sequence: "1" };
  expect((await request(`/termin/${token}`, post(repeated))).status).toBe(303);
});

test.each([
  ["taken", 409],
  ["missing", 404],
] as const)("a change that is %s answers %i", async (result, status) => {
  const { request } = await serve(result);
  expect((await request(`/termin/${token}`, post({ action: "cancel" }))).status).toBe(status);
});

test("C3.2 a date that is taken answers 409 with the three nearest, as JSON and as the form with every typed word", async () => {
  const { request } = await serveAsking({ submit: async () => ({ kind: "taken", slots: [slot] }) });
  const json = await request("/api/enquiries", {
    method: "POST",
    body: JSON.stringify({ name: "Ala", slot: "2026-12-01-1730-talk" }),
    headers: { "Content-Type": "application/json" },
  });
  expect(json.status).toBe(409);
  expect(JSON.parse(json.text)).toEqual({ error: "taken", slots: [slot] });
  const form = await request(
    "/kontakt",
    post({ name: "Ala", message: "Wracam.", slot: "2026-12-01-1730-talk" }),
  );
  expect(form.status).toBe(409);
  expect(form.text).toContain("Wracam.");
  expect(form.text).toContain(slot.id);
});

test("C4.4 the private calendar is a 404 unless its address is right", async () => {
  const feed = vi.fn(async (asked: string) => (asked === token ? "BEGIN:VCALENDAR\r\n" : undefined));
  const { request, logLines } = await serveAsking({ appointments: { calendar: { feed } as never } });
  const answer = await request(`/kalendarz/${token}.ics`);
  expect(answer.headers["content-type"]).toBe("text/calendar; charset=utf-8");
  for (const path of [`/kalendarz/${"b".repeat(43)}.ics`, `/kalendarz/${token}`, "/kalendarz/x.ics"])
    expect((await request(path)).status, path).toBe(404);
  expect(logLines.join("")).not.toContain(token);
});
