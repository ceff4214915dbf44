import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { checkOtherLinks } from "./check-other-links.ts";

const siteUrl = "https://silownia.pl";

/** Another site with these pages: `/500` fails, `/away` redirects to the first page, anything else is missing. */
async function serve(...pages: string[]): Promise<string> {
  const server = createServer((request, response) => {
    const { url = "" } = request;
    const status = url === "/500" ? 500 : url === "/away" ? 302 : pages.includes(url) ? 200 : 404;
    response.writeHead(status, { "Content-Type": "text/html", Location: "/" }).end("<p>Here</p>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const linksTo = (addresses: readonly string[]) =>
  addresses.map((address) => `<a href="${address}">x</a>`).join("");

function check(addresses: readonly string[], isOnline = true) {
  const html = linksTo(addresses);
  const documents = ["/", "/oferta"].map((path) => ({ path, html }));
  return checkOtherLinks(documents, { siteUrl, isOnline });
}

test("internal links, telephone numbers and e-mail addresses are not external links", async () => {
  const own = ["/cennik", "#plan", siteUrl, `${siteUrl}/cennik`, "tel:+48600100200", "mailto:a@silownia.pl"];
  expect(await check(own)).toEqual([]);
  expect(await check(own, false)).toEqual([]);
});

test("offline, external links are counted but not followed", async () => {
  expect(await check(["https://a.example/x", "https://b.example"], false)).toEqual([
    { level: "unchecked", text: "odnośniki do innych stron (2): brak połączenia z internetem" },
  ]);
});

test("online, a missing page is an error and an unreachable one a warning, each reported once", async () => {
  const other = await serve("/");
  const closed = "http://127.0.0.1:1/";
  expect(await check([`${other}/`, `${other}/away`, `${other}/gone`, `${other}/500`, closed])).toEqual([
    { level: "error", text: `odnośnik prowadzi donikąd: ${other}/gone`, where: "/" },
    { level: "warning", text: expect.stringMatching(/odpowiedź 500.*\/500$/), where: "/" },
    { level: "warning", text: expect.stringMatching(/nie odpowiedziała.*:1\/$/), where: "/" },
  ]);
});
