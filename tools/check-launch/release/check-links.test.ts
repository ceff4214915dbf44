import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { checkLinks } from "./check-links.ts";

const siteUrl = "https://silownia.pl";

/** Serves these pages, whatever else is asked for is not there; `/500` fails. */
async function serve(pages: Record<string, string>): Promise<string> {
  const server = createServer((request, response) => {
    const page = pages[new URL(request.url ?? "/", "http://a").pathname];
    const status = request.url === "/500" ? 500 : page === undefined ? 404 : 200;
    response.writeHead(status, { "Content-Type": "text/html" }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function check(home: string, followOthers = false) {
  const pages = { "/": home, "/oferta": '<h1 id="plan">Oferta</h1>' };
  const documents = Object.entries(pages).map(([path, html]) => ({ path, html }));
  return checkLinks(documents, { baseUrl: await serve(pages), siteUrl, followOthers });
}

test("links that lead somewhere pass, by whichever address, telephones and e-mails too", async () => {
  const links = [
    "/oferta",
    "/oferta#plan",
    `${siteUrl}/oferta`,
    siteUrl,
    "tel:+48600100200",
    "mailto:a@silownia.pl",
  ];
  expect(await check(links.map((href) => `<a href="${href}">x</a>`).join(""))).toEqual([]);
});

test.each(["/cennik", "/oferta#cennik", `${siteUrl}/cennik`])("%s leads nowhere", async (href) => {
  expect(await check(`<a href="${href}">x</a>`)).toEqual([
    { level: "error", text: expect.stringContaining("odnośnik prowadzi donikąd: /"), where: "/" },
  ]);
});

test("offline, links to other sites are counted and not followed", async () => {
  const home = '<a href="https://a.example/x">x</a><a href="https://b.example">y</a>';
  expect(await check(home)).toEqual([
    { level: "unchecked", text: "odnośniki do innych stron (2): brak połączenia z internetem" },
  ]);
});

test("online, a page that is gone is an error, one that will not open a warning", async () => {
  const other = await serve({ "/": "here" });
  const home = ["/", "/gone", "/500"].map((path) => `<a href="${other}${path}">x</a>`).join("");
  const problems = await check(home, true);
  expect(problems.toSorted((a, b) => a.level.localeCompare(b.level))).toEqual([
    { level: "error", text: `odnośnik prowadzi donikąd: ${other}/gone`, where: "/" },
    { level: "warning", text: expect.stringMatching(/odpowiedź 500.*\/500$/), where: "/" },
  ]);
});

test.each(["script", "preloads", "late"])(
  "what the start of the app asks for (data-%s) is there",
  async (name) => {
    const home = (address: string) => `<html data-${name}="${address}"><h1>Strona</h1></html>`;
    expect(await check(home("/oferta"))).toEqual([]);
    expect(await check(home("/gone"))).toEqual([
      { level: "error", text: "odnośnik prowadzi donikąd: /gone", where: "/" },
    ]);
  },
);
