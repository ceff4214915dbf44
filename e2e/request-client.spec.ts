import { readFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { Page } from "@playwright/test";
import { transformWithOxc } from "vite";
import type { LoadingBar } from "../app/shell/loading-bar.ts";
import type { RequestOptions, RuntimeConfig } from "../app/shell/request-client.ts";
import { listenLocally } from "./local-server.ts";
import { expect, test } from "./test.ts";

// The client's own code in a real browser, against a server whose responses the test controls.
test.use({ allowedProblems: /^request: http:\/\/127|^console: Failed to load resource/ });

interface Client {
  request(
    path: string,
    options?: RequestOptions,
  ): Promise<{ status: number; body: unknown; type: string | null }>;
  setToken(token: string | null, type?: string): void;
  bar: LoadingBar["get"];
  configLoads: number;
}
type ClientWindow = Window & { client: Client };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Serves the app's modules and, under `/service/`, responses from `answer`. */
async function serve(answer: Answer) {
  const seen: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(async (request, response) => {
    const module = /^\/app\/[\w/-]+\.ts$/.exec(request.url ?? "")?.[0];
    if (module) {
      response.setHeader("Content-Type", "text/javascript");
      response.end((await transformWithOxc(await readFile(`.${module}`, "utf8"), module)).code);
    } else if (request.url?.startsWith("/service/")) {
      seen.push({ url: request.url, headers: request.headers });
      answer(request, response);
    } else {
      response.setHeader("Content-Type", "text/html");
      response.end("<!doctype html><link rel=icon href=data:,>");
    }
  });
  const { port, stop } = await listenLocally(server);
  return { url: `http://127.0.0.1:${port}/`, seen, stop };
}

async function openClient(page: Page, url: string, config?: Partial<RuntimeConfig>): Promise<void> {
  await page.goto(url);
  await page.evaluate(
    async ({ from, runtimeConfig }) => {
      const { createRequestClient } = await import(`${from}app/shell/request-client.ts`);
      const { createLoadingBar } = await import(`${from}app/shell/loading-bar.ts`);
      // The clock is stopped, so the bar shows real progress only.
      const bar = createLoadingBar(() => 0);
      const client: Client = {
        async request(path, options) {
          const response = await inner.request(path, options);
          return { status: response.status, body: response.body, type: response.header("Content-Type") };
        },
        setToken: (token, type) => inner.setToken(token, type),
        bar: () => bar.get(),
        configLoads: 0,
      };
      const inner = createRequestClient({
        bar,
        loadConfig: async () => {
          client.configLoads += 1;
          if (!runtimeConfig) throw new Error("no configuration");
          return runtimeConfig;
        },
      });
      (window as unknown as ClientWindow).client = client;
    },
    { from: url, runtimeConfig: config },
  );
}

const call = (page: Page, path: string, options?: RequestOptions) =>
  page.evaluate(([p, o]) => (window as unknown as ClientWindow).client.request(p, o), [
    path,
    options,
  ] as const);
const barOf = (page: Page) => page.evaluate(() => (window as unknown as ClientWindow).client.bar());

/** The bar right after a call, because it hides half a second later; with the call's `fault` if it failed. */
const barAfter = (page: Page, path: string) =>
  page.evaluate(async (path) => {
    const { client } = window as unknown as ClientWindow;
    const fault = await client.request(path).then(
      () => ({}),
      (error: Error) => ({ fault: error.message }),
    );
    return { ...client.bar(), ...fault };
  }, path);

test("B7.2 B7.1 it sends Accept always, and Authorization from setToken until it is cleared; it returns responses of any status, as JSON or as text; a configuration that cannot be loaded fails the call and is requested again", async ({
  page,
}) => {
  const server = await serve((request, response) => {
    response.statusCode = request.url === "/service/json" ? 422 : 200;
    response.setHeader("Content-Type", "text/plain");
    response.end(request.url === "/service/text" ? "zwykły tekst" : '{"errors":{}}');
  });
  await openClient(page, server.url, { browserBaseUrl: `${server.url}service/` });
  await call(page, "/one");
  await page.evaluate(() => (window as unknown as ClientWindow).client.setToken("abc"));
  await call(page, "two");
  await page.evaluate(() => (window as unknown as ClientWindow).client.setToken("xyz", "Token"));
  await call(page, "three");
  await page.evaluate(() => (window as unknown as ClientWindow).client.setToken(null));
  await call(page, "four");
  expect(server.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ["/service/one", undefined],
    ["/service/two", "Bearer abc"],
    ["/service/three", "Token xyz"],
    ["/service/four", undefined],
  ]);
  for (const { headers } of server.seen) expect(headers.accept).toBe("application/json, text/plain, */*");
  expect(await page.evaluate(() => (window as unknown as ClientWindow).client.configLoads)).toBe(1);

  await openClient(page, server.url, { browserBaseUrl: null, baseUrl: `${server.url}service` });
  expect(await call(page, "text")).toEqual({ status: 200, body: "zwykły tekst", type: "text/plain" });
  expect(await call(page, "json")).toEqual({ status: 422, body: { errors: {} }, type: "text/plain" });

  await openClient(page, server.url);
  await expect(call(page, "one")).rejects.toThrow("The runtime configuration could not be loaded");
  await expect(call(page, "two")).rejects.toThrow("The runtime configuration could not be loaded");
  expect(await page.evaluate(() => (window as unknown as ClientWindow).client.configLoads)).toBe(2);
  server.stop();
});

test("B7.3 upload and download progress move the bar", async ({ page }) => {
  let goOn = () => {};
  let finish = () => {};
  const server = await serve((request, response) => {
    goOn = () => request.resume();
    request.on("end", () => {
      response.writeHead(200, { "Content-Length": "1000000" });
      response.write(Buffer.alloc(500_000, 32));
      finish = () => response.end(Buffer.alloc(500_000, 32));
    });
  });
  await openClient(page, server.url, { baseUrl: `${server.url}service/` });
  const value = async () => (await barOf(page)).value;
  const done = page.evaluate(() => {
    const { client } = window as unknown as ClientWindow;
    return client.request("big", { method: "POST", body: "x".repeat(10_000_000) }).then(() => client.bar());
  });
  await expect.poll(value).toBeGreaterThan(0);
  expect(await value()).toBeLessThan(50);
  goOn();
  await expect.poll(value).toBeGreaterThan(50);
  expect(await value()).toBeLessThan(100);
  finish();
  expect(await done).toEqual({ visible: true, value: 100, failed: false });
  server.stop();
});

test("B7.3 B10.4 a call can opt out of the bar, a failed call fails it, and one without a response times out; a call that the browser cancels fails", async ({
  page,
}) => {
  const server = await serve((request, response) => {
    if (request.url === "/service/silence") return;
    if (request.url === "/service/gone") request.socket.destroy();
    else response.writeHead(request.url === "/service/busy" ? 503 : 200).end("{}");
  });
  await openClient(page, server.url, { baseUrl: `${server.url}service/` });
  await call(page, "busy", { progress: false });
  expect(await barOf(page)).toEqual({ visible: false, value: 0, failed: false });
  expect(await barAfter(page, "busy")).toEqual({ visible: true, value: 100, failed: true });
  await expect.poll(async () => (await barOf(page)).visible).toBe(false);
  expect(await barAfter(page, "gone")).toMatchObject({
    failed: true,
    fault: expect.stringContaining("The service could not be reached"),
  });

  await expect(call(page, "silence", { timeoutMs: 50 })).rejects.toThrow(
    "The service did not answer within 0.05 s",
  );

  const seen = server.seen.length;
  const cancelled = expect(call(page, "silence")).rejects.toThrow("The service could not be reached");
  await expect.poll(() => server.seen.length).toBe(seen + 1);
  await page.evaluate(() => window.stop());
  await cancelled;
  server.stop();
});
