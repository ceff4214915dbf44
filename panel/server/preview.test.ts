import { vercelStegaDecode, vercelStegaSplit } from "@vercel/stega";
import { beforeEach, expect, test } from "vitest";
import { startPanel } from "./testing/panel-fixture.ts";

let panel: Awaited<ReturnType<typeof startPanel>>;
let browser: ReturnType<(typeof panel)["createBrowser"]>;

beforeEach(async () => {
  panel = await startPanel();
  browser = await panel.signInByLink(panel.createBrowser());
});

const preview = async (page: string) => {
  const response = await browser.get(`/panel/api/preview/${page}`);
  return { status: response.status, headers: response.headers, html: await response.text() };
};
async function setHeading(value: string) {
  const { value: offer } = await (await browser.get("/panel/api/content/oferta")).json();
  const change = { do: "set", at: ["heading"], old: offer.heading, value };
  await browser.write("/panel/api/content/oferta", { changes: [change] }, { method: "PUT" });
}

test("P6.1 T7 the preview shows the page of the draft, in a frame without scripts, to the owner only", async () => {
  await setHeading("Cennik na wiosnę");
  const { status, headers, html } = await preview("oferta");
  expect(status).toBe(200);
  const heading = /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1] ?? "";
  expect(vercelStegaSplit(heading).cleaned).toBe("Cennik na wiosnę");
  expect(vercelStegaDecode(heading)).toBe("oferta:heading");
  expect(html).not.toMatch(/<script|<link/);
  const policy = headers.get("Content-Security-Policy");
  for (const rule of ["default-src 'none'", "frame-ancestors 'self'", "form-action 'none'"])
    expect(policy).toContain(rule);
  expect(policy).not.toMatch(/script-src|connect-src|frame-src/);
  expect(headers.get("Cross-Origin-Embedder-Policy")).toBe("require-corp");
  expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect((await panel.createBrowser().get("/panel/api/preview/oferta")).status).toBe(401);
  expect((await preview("site")).status).toBe(404);
});

test("P6.1 a draft that cannot be published has no preview until it is corrected", async () => {
  await setHeading("");
  const { headers, html } = await preview("oferta");
  expect(headers.has("X-Preview-Nothing")).toBe(true);
  expect(html).toContain("gdy poprawisz w treści");
  await setHeading("Cennik");
  expect((await preview("oferta")).html).toMatch(/>Cennik[^<]*<\/h1>/);
});
