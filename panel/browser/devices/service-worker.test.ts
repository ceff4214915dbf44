import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";

const origin = "https://www.studio.example";

/**
 * Runs the panel's service worker, gives it a message and taps the notification; returns the addresses that it opened, after the type
 * of the window in which it did.
 */
async function openedBy(navigate: string, frameTypes: readonly string[] = []): Promise<unknown[]> {
  type Listener = (event: object) => void;
  const listeners: Record<string, Listener> = {};
  const opened: unknown[] = [];
  const notification = { data: undefined as unknown, close() {} };
  const waiting: Promise<unknown>[] = [];
  const windows = frameTypes.map((frameType) => ({
    frameType,
    postMessage() {},
    async focus() {},
    navigate: (url: unknown) => opened.push(frameType, url),
  }));
  const worker = {
    // As in Safari 17, which has no `URL.parse`.
    URL: Object.assign(class extends URL {}, { parse: undefined }),
    location: new URL(`${origin}/panel/sw.js`),
    addEventListener: (name: string, listener: Listener) => Object.assign(listeners, { [name]: listener }),
    registration: {
      async showNotification(_title: string, { data, tag, renotify }: Record<string, unknown>) {
        notification.data = data;
        // Otherwise one that replaces yesterday's makes no sound.
        expect({ tag, renotify }).toEqual({ tag: data, renotify: true });
      },
    },
    clients: { matchAll: async () => windows, openWindow: (url: unknown) => opened.push(url) },
  };
  runInContext(readFileSync("panel/browser/public/sw.js", "utf8"), createContext(worker));
  const waitUntil = (work: Promise<unknown>) => waiting.push(work);
  listeners.push?.({ waitUntil, data: { json: () => ({ notification: { title: "Nowe", navigate } }) } });
  await Promise.all(waiting);
  listeners.notificationclick?.({ waitUntil, notification });
  await Promise.all(waiting);
  return opened;
}

test("T15 a notification opens its screen of the panel", async () => {
  const url = `${origin}/panel/zapytania/ABCD-EFGH`;
  expect(await openedBy(url)).toEqual([url]);
});

test("P3.3 T15 a notification opens its screen in an open panel, not in the preview's frame that has the focus", async () => {
  const url = `${origin}/panel/zapytania/ABCD-EFGH`;
  expect(await openedBy(url, ["nested", "top-level"])).toEqual(["top-level", url]);
});

test.each([
  "https://evil.example/panel/",
  "//evil.example/panel/",
  `${origin}/`,
  `${origin}/panelowy`,
  `${origin}/panel/../kontakt`,
  `${origin}/panel/%2e%2e/kontakt`,
  "javascript:alert(1)",
  "https://",
  "http://www.studio.example/panel/",
])("T15 a notification that names %s opens the panel instead", async (navigate) => {
  expect(await openedBy(navigate)).toEqual(["/panel/"]);
});
