import assert from "node:assert/strict";
import { createLinkToken } from "../faults/owner.ts";
import { pagePaths } from "../pages.ts";
import { startSite } from "../site-process.ts";
import { countedVisits, storedFrom } from "../stored-enquiries.ts";
import { type Engine, patienceMs } from "./engine.ts";

interface StepContext {
  readonly engine: Engine;
  readonly baseUrl: string;
  readonly panelUrl: string;
  readonly dataDir: string;
  /** Stops the site. Pages shown afterwards come from the service worker. */
  readonly stopSite: () => Promise<void>;
}

/**
 * The steps of each visit, in order. Those that leave the site have a browser of their own, because WebKit's is a private session: ten
 * seconds after the last page of a site it forgets the site's caches, but not its service worker, and no page comes without a network.
 */
export const visits: readonly (readonly [string, (place: StepContext) => Promise<void>][])[] = [
  [
    ["an error and a violation of the policy are noticed", breakOnPurpose],
    [
      "every page on a narrow and a wide screen shows its heading, the typeface and nothing too wide",
      seeAllPages,
    ],
    ["in-app navigation, back and hash links", goAround],
    ["B2.2 back from another document, the page is where it was left", returnToPlace],
    ["the menu of a phone", useMenu],
    ["filters and the lightbox of the gallery", useGallery],
    ["the slider", useSlider],
    ["without a network, the notice and every page", loseNetwork],
  ],
  [
    ["the form with errors, then sent and stored", sendForm],
    ["the owner's panel: the link, the first screens, the enquiry, a form with its preview", openPanel],
    ["C6.2 a visit counts once, whatever pages follow", countOnce],
  ],
];

/** Every other step expects an empty console. This one proves that errors would appear in it. */
async function breakOnPurpose({ engine, baseUrl }: StepContext): Promise<void> {
  await openApp(engine, `${baseUrl}/`);
  assert.deepEqual(await engine.problems(), []);
  await engine.evaluate("setTimeout(() => { throw new Error('thrown on purpose'); })");
  await engine.evaluate("(new Image().src = 'https://example.com/blocked.png')");
  const seen: string[] = [];
  for (const message of [/thrown on purpose/, /policy.*blocked\.png|blocked\.png.*policy/i]) {
    await eventually(`the console reports ${message}`, async () => {
      seen.push(...(await engine.problems()));
      return seen.some((problem) => message.test(problem));
    });
  }
  // Firefox may report a violation once more; nothing of this page comes after the next one.
  await openApp(engine, `${baseUrl}/`);
  await engine.problems();
}

const height = 850;
const heading = "document.querySelector('h1')";

async function seeAllPages({ engine, baseUrl }: StepContext): Promise<void> {
  // The test browser of WebKitGTK is at least 447 px wide.
  for (const width of [390, 1280]) {
    for (const path of pagePaths) {
      await openApp(engine, baseUrl + path, width);
      await until(engine, `${heading}.checkVisibility()`);
      await until(engine, "document.getElementById('typeface').media !== 'not all'");
      await until(engine, `document.fonts.check('780 40px "Archivo Wide"', ${heading}.textContent)`);
      await until(engine, "document.documentElement.scrollWidth <= innerWidth");
    }
  }
}

async function goAround({ engine, baseUrl }: StepContext): Promise<void> {
  await openApp(engine, `${baseUrl}/`);
  await engine.evaluate("(globalThis.sameDocument = true)");
  await engine.click('#menu a[href="/oferta"]');
  await until(engine, "location.pathname === '/oferta' && document.querySelector('#dieta') !== null");
  await engine.evaluate("scrollTo(0, 900)");
  await engine.click('a[href="/oferta#dieta"]');
  await until(engine, "Math.abs(document.querySelector('#dieta').getBoundingClientRect().top) < 200");
  await engine.evaluate("history.back()");
  await until(engine, "location.hash === ''");
  await engine.evaluate("history.back()");
  await until(engine, "location.pathname === '/' && document.querySelector('.hero') !== null");
  assert.equal(await engine.evaluate("globalThis.sameDocument"), true, "all in one document");
}

async function returnToPlace({ engine, baseUrl }: StepContext): Promise<void> {
  await openApp(engine, `${baseUrl}/kontakt`, 390);
  await engine.evaluate("scrollTo(0, 1500)");
  await scrollingEnded(engine);
  await engine.open(`${baseUrl}/robots.txt`);
  await engine.evaluate("history.back()");
  await until(engine, "location.pathname === '/kontakt' && history.scrollRestoration === 'manual'");
  await until(engine, "scrollY === 1500");
}

async function useMenu({ engine, baseUrl }: StepContext): Promise<void> {
  await openApp(engine, `${baseUrl}/`, 390);
  await engine.click('.menu-button[popovertarget="menu"]');
  await until(engine, "document.querySelector('#menu').matches(':popover-open')");
  await engine.click('#menu a[href="/kontakt"]');
  await until(engine, "location.pathname === '/kontakt' && document.querySelector('form.form') !== null");
  await until(engine, "!document.querySelector('#menu').matches(':popover-open')");
}

async function useGallery({ engine, baseUrl }: StepContext): Promise<void> {
  await openApp(engine, `${baseUrl}/galeria`);
  const shown = "[...document.querySelectorAll('.gallery-grid a')].filter((a) => a.checkVisibility()).length";
  const all = await engine.evaluate<number>(shown);
  await engine.click(".gallery-filters li:nth-child(2) a");
  await until(engine, `${shown} < ${all}`);
  await scrollingEnded(engine);
  await engine.click(".gallery-filters li:first-child a");
  await until(engine, `${shown} === ${all}`);
  await scrollingEnded(engine);
  await engine.click(".gallery-grid a");
  await until(engine, "document.querySelector('[role=dialog] .yarl__slide_current img')?.naturalWidth > 0");
  // The neighbours, too.
  await picturesCame(engine);
  await engine.evaluate("history.back()");
  await until(engine, "document.querySelector('[role=dialog]') === null");
}

async function useSlider({ engine, baseUrl }: StepContext): Promise<void> {
  await openApp(engine, `${baseUrl}/`);
  await engine.evaluate("document.querySelector('.slider').scrollIntoView()");
  await until(engine, "document.querySelector('.slider-dots [aria-current]')");
  // The last dot, because the slider plays by itself and may already have reached the next one.
  await engine.click(".slider-dots li:last-child button");
  await until(engine, "document.querySelector('.slider-dots li:last-child [aria-current]')");
}

async function sendForm({ engine, baseUrl, dataDir }: StepContext): Promise<void> {
  await openApp(engine, `${baseUrl}/kontakt`);
  await engine.click("form.form [type=submit]");
  await until(engine, "document.querySelectorAll('form.form [aria-invalid=true]').length > 0");
  await engine.type("#name", "Ola");
  await engine.type("#email", "ola@example.com");
  await engine.type("#message", "Dzień dobry, chcę zacząć od podstaw.");
  await new Promise((resolve) => setTimeout(resolve, 4000));
  await engine.click("form.form [type=submit]");
  await until(engine, "location.pathname === '/dziekujemy'");
  assert.equal(storedFrom(dataDir, "Ola").length, 1, "the enquiry is stored");
}

/** These engines have no virtual authenticator, so the passkey is put off. */
async function openPanel({ engine, panelUrl, dataDir }: StepContext): Promise<void> {
  await engine.resize(390, height);
  await engine.open(`${panelUrl}/panel/start#${await createLinkToken(dataDir, panelUrl)}`);
  await until(engine, `${heading}?.textContent === 'Twój panel'`);
  await engine.click("[type=submit]");
  await until(engine, `${heading}.textContent === 'Wchodź bez hasła'`);
  await engine.open(`${panelUrl}/panel/zapytania`);
  await until(engine, "document.querySelector('.enquiry')");
  await engine.click(".enquiry");
  await until(engine, "document.querySelector('.message')?.textContent.includes('chcę zacząć od podstaw')");
  await engine.evaluate(
    "void [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Jutro').click()",
  );
  // Firefox itself would write 08:00.
  await until(engine, "/jutro o\\s8:00/.test(document.querySelector('main').textContent)");
  await engine.resize(1280, height);
  await engine.open(`${panelUrl}/panel/tresc/oferta`);
  await until(engine, "document.querySelector('iframe')?.contentDocument?.querySelector('h1')");
  await until(engine, "document.documentElement.scrollWidth <= innerWidth");
}

/** On a site of its own, because the other steps type many addresses. */
async function countOnce({ engine }: StepContext): Promise<void> {
  const site = await startSite();
  await openApp(engine, `${site.baseUrl}/`);
  for (const path of ["/oferta", "/galeria", "/osiagniecia", "/kontakt", "/oferta"]) {
    await engine.click(`#menu a[href="${path}"]`);
    await until(engine, `location.pathname === '${path}'`);
  }
  await picturesCame(engine);
  // What still loads in the background would complain.
  await engine.open("about:blank");
  await site.end();
  assert.deepEqual(countedVisits(site.dataDir), ["/ inne 1"]);
  await site.stop();
}

async function loseNetwork({ engine, baseUrl, stopSite }: StepContext): Promise<void> {
  await openApp(engine, `${baseUrl}/`);
  const notice = "document.querySelector('.offline-notice').textContent";
  if (engine.setOffline) {
    await engine.setOffline(true);
    await until(engine, `${notice} !== ''`);
    await engine.setOffline(false);
    await until(engine, `${notice} === ''`);
  }
  await engine.evaluate(
    "void navigator.serviceWorker.ready.then(() => { globalThis.serviceWorkerReady = true; })",
  );
  await until(engine, "globalThis.serviceWorkerReady");
  await engine.open(`${baseUrl}/`);
  await until(engine, "navigator.serviceWorker.controller?.state === 'activated'");
  await stopSite();
  for (const path of pagePaths) {
    await engine.open(baseUrl + path);
    await until(engine, `location.pathname === '${path}' && ${heading}.checkVisibility()`);
  }
  // The console correctly reports the failed requests.
  const problems = await engine.problems();
  assert.deepEqual(
    problems.filter((problem) => /policy/i.test(problem)),
    [],
  );
}

async function openApp(engine: Engine, url: string, width = 1280): Promise<void> {
  await engine.resize(width, height);
  await engine.open(url);
  await until(engine, "history.scrollRestoration === 'manual'");
  await until(
    engine,
    "[...document.querySelectorAll('#root a')].every((a) => Object.keys(a).some((key) => key.startsWith('__react')))",
  );
  await picturesCame(engine);
}

/** Firefox reports a picture that was still loading through the service worker when its page was left. */
export const picturesCame = (engine: Engine): Promise<void> =>
  until(
    engine,
    "[...document.images].filter((image) => { image.loading = 'eager'; return !image.complete; }).length === 0",
  );

/** Waits for smooth scrolling to end, because a click during it would hit something else. */
async function scrollingEnded(engine: Engine): Promise<void> {
  let before = Number.NaN;
  await eventually("the page rests", async () => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const last = before;
    before = await engine.evaluate<number>("scrollY");
    return before === last;
  });
}

const until = (engine: Engine, condition: string): Promise<void> =>
  eventually(condition, () => engine.evaluate<boolean>(`Boolean(${condition})`).catch(() => false));

async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await isSo())) {
    assert.ok(Date.now() < end, `never came true: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
