import { describe, expect, test } from "vitest";
import { LoggableError } from "../enquiries/log.ts";
import { describeErrorWithPlace } from "./logger.ts";
import { ask } from "./testing/http-client.ts";
import { serveFixture } from "./testing/site-fixture.ts";

async function logOf(
  port: number,
  logLines: string[],
  path: string,
  options: Parameters<typeof ask>[2] = {},
) {
  const before = logLines.length;
  await ask(port, path, options);
  await expect.poll(() => logLines.length).toBeGreaterThan(before);
  return logLines.slice(before).map((line) => JSON.parse(line));
}

describe("request log", () => {
  test("has one line per request, assets at debug", async () => {
    const { port, logLines } = await serveFixture();
    const [page] = await logOf(port, logLines, "/oferta");
    expect(page).toMatchObject({
      level: 30,
      requestId: "request-1",
      method: "GET",
      path: "/oferta",
      status: 200,
      durationMs: 0,
      msg: "request",
    });
    expect(await logOf(port, logLines, "/assets/app-1a2b3c.js")).toMatchObject([{ level: 20 }]);
    expect(await logOf(port, logLines, "/api/health")).toMatchObject([
      { level: 50 },
      { level: 30, status: 500 },
    ]);
  });

  test("contains nothing about the visitor", async () => {
    const { port, logLines } = await serveFixture({ config: { trustedProxies: ["127.0.0.1"] } });
    const headers = {
      "User-Agent": "private-agent",
      "X-Forwarded-For": "198.51.100.9",
      Referer: "https://private.example/",
      Cookie: "private=1",
      "Content-Type": "application/x-www-form-urlencoded",
    };
    await logOf(port, logLines, "/oferta?name=private", { headers });
    await logOf(port, logLines, "/private@example.com", { headers });
    await logOf(port, logLines, "/private%00", { headers });
    await logOf(port, logLines, "/kontakt", {
      method: "POST",
      headers,
      body: "name=private&phone=600100200",
    });
    expect(logLines).toHaveLength(4);
    expect(logLines.join()).not.toMatch(/private|198\.51|127\.0\.0\.1|600100200/);
    expect(logLines.map((line) => JSON.parse(line).path)).toEqual([
      "/oferta",
      "(unknown)",
      "(unknown)",
      "/kontakt",
    ]);
  });

  test("an error is logged with name, code and place, but without its message", () => {
    const error = Object.assign(new TypeError("Ala is bad\nat private"), {
      code: "E1",
      detail: "ala@example.com",
    });
    const described = describeErrorWithPlace(error);
    expect(described).toMatchObject({ error: "TypeError", code: "E1" });
    expect(described.stack).toEqual(expect.arrayContaining([expect.stringContaining("request-log.test.ts")]));
    expect(JSON.stringify(described)).not.toMatch(/Ala|ala@/);
    expect(describeErrorWithPlace("Ala")).toEqual({ error: "string", stack: undefined });
  });

  test("an error of our own is logged with its message", () => {
    expect(describeErrorWithPlace(new LoggableError("The build lacks /404.html"))).toMatchObject({
      error: "LoggableError",
      message: "The build lacks /404.html",
    });
  });
});
