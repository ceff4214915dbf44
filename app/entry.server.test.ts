import { describe, expect, test, vi } from "vitest";
import { loadContent } from "../content-model/load.ts";
import { writeContentFolder } from "../content-model/testing/content-folder.ts";
import { createRender } from "./entry.server.tsx";
import type { RenderData } from "./payload-types.ts";
import { type Payloads, pagePayloads, sitePayload } from "./payloads.ts";

// The real table with one change: /oferta names a middleware that does not exist.
vi.mock(import("./routes.ts"), async (importOriginal) => {
  const { routes, ...rest } = await importOriginal();
  const [home, ...others] = routes;
  const broken = { ...home, path: "/oferta", name: "oferta", middleware: ["prerendered", "auth"] };
  const mocked = [
    home,
    broken,
    ...others.filter(({ path }) => path !== "/oferta"),
  ] as unknown as typeof routes;
  return { ...rest, routes: mocked, routeAt: (path: string) => mocked.find((route) => route.path === path) };
});

const thanks: Payloads["dziekujemy"] = {
  meta: { title: "Dziękuję", description: "Co dalej.", published: true, sample: true },
  heading: "Wiadomość dotarła",
  lead: "Odpowiem jutro.",
  direct: { heading: "Po wysłaniu", lead: "Odpowiadam jutro." },
  nextHeading: "Co teraz",
  next: ["Czytam"],
  impatient: "Zadzwoń.",
};

const content = loadContent(writeContentFolder());
const picture = { base: "/bar", width: 3, height: 2, avif: [3], webp: [3], jpg: 3 };
const pictures = new Map([["bar.jpg", picture]]);

const data: RenderData = {
  siteUrl: "https://example.pl",
  site: { ...sitePayload(content, pictures), menu: [], sampleNotice: [] },
  payloads: { "/dziekujemy": thanks, "/oferta": thanks },
  structuredData: { "/": "{}", "/dziekujemy": "{}" },
  cards: {},
  client: {
    script: "/a.js",
    preloads: [],
    manifest: "/m.json",
    lateCss: "/m.css",
    fonts: [],
    firstViewScript: "",
    typefaceCss: "",
    icons: [],
    importMap: "{}",
    bootScript: "",
    baseCss: "",
    pageCss: {},
  },
};

const render = createRender(data);

/** The achievements page with nothing but these facts. */
async function renderAchievements(facts: object): Promise<string> {
  const payload = { ...pagePayloads(content, pictures, 365).osiagniecia, ...facts };
  const withPage = createRender({ ...data, payloads: { "/osiagniecia": payload } });
  return (await withPage({ path: "/osiagniecia" })).html;
}

describe("the server renders", () => {
  test("B6.3 status 404 when a route's validation fails", async () => {
    const { status, html } = await render({ path: "/dziekujemy", search: "?ref=7K3M" });
    expect(status).toBe(404);
    expect(html).toContain("This page could not be found");
    expect(html).not.toContain("Odpowiem jutro.");
  });

  test("B6.4 the error page with status 500 when a page throws while rendering", async () => {
    const broken = createRender({ ...data, payloads: { "/dziekujemy": { ...thanks, next: null } as never } });
    const { status, html } = await broken({ path: "/dziekujemy" });
    expect(status).toBe(500);
    expect(html).toContain("Coś poszło nie tak");
  });

  test.each([403, 405, 415])("B6.2 no advice to try what was refused with %d again", async (statusCode) => {
    const error = { statusCode, message: "Refused", at: 0 };
    const { html } = await render({ path: "/kontakt", error });
    expect(html).toContain("Serwer nie przyjął tego");
    expect(html).not.toContain("druga próba");
    expect(html).not.toContain("Spróbuj ponownie");
  });

  test("B6.5 the specified words, the details and a link home when the error page itself throws", async () => {
    const broken = createRender({ ...data, site: { ...data.site, errorPhoto: {} as never } });
    const { status, html } = await broken({ path: "/nie-ma" });
    expect(status).toBe(404);
    expect(html).toContain('<h1 tabindex="-1">An error occurred while showing the error page</h1>');
    expect(html).toMatch(/<p>[^<]*undefined[^<]*<\/p>/);
    expect(html).toContain('<a href="/">Go back to home</a>');
    expect(html).not.toMatch(/\bat .*:\d+:\d+/);
  });

  test("B1.3 a page with its content, title and status 200", async () => {
    const { status, html } = await render({ path: "/dziekujemy" });
    expect(status).toBe(200);
    expect(html).toContain("Odpowiadam jutro.");
    expect(html).toContain("<title>Dziękuję – Żelazna Chwila</title>");
  });

  test("B6.3 the error page with status 404 and noindex for an unknown path", async () => {
    const { status, html } = await render({ path: "/nie-ma" });
    expect(status).toBe(404);
    expect(html).toContain("This page could not be found");
    expect(html).toContain('<meta name="robots" content="noindex"/>');
  });

  test("B6.8 that a page without a payload is not pre-rendered", async () => {
    const { status, html } = await render({ path: "/galeria" });
    expect(status).toBe(404);
    expect(html).toContain("Route /galeria is not pre-rendered");
  });

  test("B6.9 status 500 for a page with an unknown middleware", async () => {
    const { status, html } = await render({ path: "/oferta" });
    expect(status).toBe(500);
    expect(html).toContain("Unknown middleware auth");
    expect(html).toContain("<title>Unknown middleware auth</title>");
  });

  test("B6.2 the server's own error with its request ID", async () => {
    const { status, html } = await render({
      path: "/dziekujemy",
      error: { statusCode: 503, message: "Service Unavailable" },
      requestId: "r-17",
    });
    expect(status).toBe(503);
    expect(html).toContain("<title>Service Unavailable</title>");
    expect(html).toContain("Chwilowy tłok");
    // The next attempt needs no script.
    expect(html).toContain('<form><button class="button" type="submit">Spróbuj ponownie</button></form>');
    expect(html).toContain("r-17");
    expect(html).not.toContain("Odpowiadam jutro.");
  });

  test("no bar of links on a phone's screen where it would be empty", async () => {
    const withoutPhone = createRender({ ...data, site: { ...data.site, phone: undefined } });
    expect((await withoutPhone({ path: "/kontakt" })).html).not.toContain('class="call-bar"');
    expect((await withoutPhone({ path: "/dziekujemy" })).html).toContain('class="call-bar"');
    expect((await render({ path: "/kontakt" })).html).toContain('class="call-bar"');
  });

  test("B9.4 a table of at most 20 rows, with further rows folded below it", async () => {
    const certificates = Array.from({ length: 23 }, (_, at) => ({
      name: `C${at}`,
      issuer: "W",
      year: 2000 + at,
    }));
    const html = await renderAchievements({ certificates });
    const rows = html
      .split("<table")
      .slice(1)
      .map((table) => table.match(/<th scope="row">/g)?.length);
    expect(rows).toEqual([20, 3]);
    expect(html.indexOf("<details>")).toBeLessThan(html.lastIndexOf("<table"));
  });

  test("the rating of another service, even without any opinion", async () => {
    const rating = { value: 4.9, count: 31, source: "Mapy", date: "2026-11-01", sample: false };
    expect(await renderAchievements({ rating })).toContain('class="rating"');
    expect(await renderAchievements({})).not.toContain("Opinie");
  });

  test("C5.2 how many of the received opinions are shown, in Polish", async () => {
    const sentence = async (count: number) => {
      const opinions = Array.from({ length: count }, (_, at) => ({
        text: `${at}`,
        date: "2026",
        isProven: true,
      }));
      const html = await renderAchievements({ opinions, received: { count: 7, until: "2026-11-01" } });
      return html
        .replace(/<[^>]*>/g, "")
        .match(/Na stronie [^,]*/)?.[0]
        .replaceAll("\u00a0", " ");
    };
    expect(await sentence(1)).toBe("Na stronie jest 1 z 7 otrzymanych do 1 listopada 2026");
    expect(await sentence(3)).toBe("Na stronie są 3 z 7 otrzymanych do 1 listopada 2026");
    expect(await sentence(5)).toBe("Na stronie jest 5 z 7 otrzymanych do 1 listopada 2026");
  });

  test("B10.5 the thank-you page with the reference, and no claim of success without one", async () => {
    const { html } = await render({ path: "/dziekujemy", reference: "7K3M-9QXR" });
    expect(html).toContain('<strong class="reference">7K3M-9QXR</strong>');
    expect(html).toContain(`>${thanks.heading}</h1>`);
    expect((await render({ path: "/dziekujemy" })).html).not.toContain(thanks.heading);
  });

  test("B8.3 typed text that cannot close the script element around it", async () => {
    const values = { message: "</script><script>alert(1)</script><!--" };
    const { html } = await render({
      path: "/dziekujemy",
      form: { values, errors: {}, notice: "Nie zapisano." },
    });
    expect(html).not.toContain("</script><script>alert");
    const state = /id="initial-state">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
    expect(JSON.parse(state).form.values).toEqual(values);
  });

  test("a notice above the page, and nothing when there is none", async () => {
    const withNotice = createRender({
      ...data,
      site: { ...data.site, notice: { text: "Urlop do 14 sierpnia.", price: undefined, to: undefined } },
    });
    const { html } = await withNotice({ path: "/dziekujemy" });
    expect(html).toContain('<aside class="notice" aria-label="Komunikat">');
    expect(html.indexOf("Urlop do 14 sierpnia.")).toBeLessThan(html.indexOf("<main"));
    expect((await render({ path: "/dziekujemy" })).html).not.toContain('class="notice"');
  });

  test("C4.2 a meeting that has begun is still agreed, and has passed only once it is over", async () => {
    const facts = { reference: "7K3M-9QXR", kind: "talk", start: "2026-12-01T17:30", minutes: 30 } as const;
    const shown = async (state: "booked" | "cancelled", isOver: boolean) => {
      const view = { ...facts, state, isOver, sequence: 0, isOpen: false, slots: [] };
      const { html } = await render({ path: "/termin", appointment: view });
      return /<p class="lead">(.*?)<\/p>/.exec(html)?.[1];
    };
    expect(await shown("booked", false)).toBe("Termin jest umówiony.");
    expect(await shown("booked", true)).toBe("Ten termin już minął.");
    expect(await shown("cancelled", true)).toBe("Termin jest odwołany.");
  });

  test("C5.1 a consent that is missing from an opinion is marked like any other field", async () => {
    const words = { text: "", author: "", about: null };
    const form = { values: {}, errors: { publication: "Bez tej zgody opinii nie można przyjąć." } };
    const opinion = { state: "offered", kind: "talk", heldOn: "2026-12-01", words, form } as const;
    const { html } = await render({ path: "/opinia", opinion });
    expect(html).toContain("<title>Błąd: Twoja opinia – ");
    expect(html).toContain('id="publication-error"><span class="visually-hidden">Błąd: </span>Bez tej');
    const boxes = html.match(/<input type="checkbox"[^>]*>/g) ?? [];
    expect(boxes.map((box) => box.includes('aria-invalid="true"'))).toEqual([true, false]);
  });

  test("C4.2 a change of a date that was not made puts Błąd: before the title", async () => {
    const facts = { reference: "7K3M-9QXR", kind: "talk", start: "2026-12-01T17:30", minutes: 30 } as const;
    const view = { ...facts, state: "booked", isOver: false, sequence: 0, isOpen: true, slots: [] } as const;
    const title = async (notice?: "taken") => {
      const { html } = await render({ path: "/termin", appointment: { ...view, notice } });
      return /<title>(.*?) –/.exec(html)?.[1];
    };
    expect(await title()).toBe("Twój termin");
    expect(await title("taken")).toBe("Błąd: Twój termin");
  });

  test("C4.2 a link that may move its date no more calls no other date taken", async () => {
    const facts = { reference: "7K3M-9QXR", kind: "talk", start: "2026-12-01T17:30", minutes: 30 } as const;
    const view = { ...facts, state: "asked", isOver: false, sequence: 0, isOpen: true, slots: [] } as const;
    const { html } = await render({ path: "/termin", appointment: { ...view, notice: "taken" } });
    expect(html).toContain("tym odnośnikiem nie można teraz przenieść terminu");
    expect(html).not.toContain("nie jest już wolny");
  });

  test("B10.2 an invalid form puts Błąd: before the title", async () => {
    const { html } = await render({
      path: "/dziekujemy",
      form: { values: {}, errors: { name: ["Wpisz imię"] } },
    });
    expect(html).toContain("<title>Błąd: Dziękuję – Żelazna Chwila</title>");
  });
});
