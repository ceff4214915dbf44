import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { whatServerShows } from "./report-release.ts";

/** A server whose health reports the given versions, one per request, then the last one forever. */
async function serve(...versions: string[]) {
  const server = createServer((_, answer) => {
    const version = versions.length > 1 ? versions.shift() : versions[0];
    answer.end(JSON.stringify({ version }));
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { host: "127.0.0.1", port: (server.address() as AddressInfo).port };
}

const quick = { attempts: 4, pauseMs: 1 };

test("a server that shows the version at once or soon counts as showing it", async () => {
  expect(await whatServerShows(await serve("a2"), "a2", quick)).toBe("this");
  expect(await whatServerShows(await serve("a1", "a1", "a2"), "a2", quick)).toBe("this");
  const { port } = await serve("a2");
  expect(await whatServerShows({ host: "0.0.0.0", port }, "a2", quick)).toBe("this");
});

test("a server that keeps another version is distinguished from none", async () => {
  expect(await whatServerShows(await serve("a1"), "a2", quick)).toBe("another");
  expect(await whatServerShows({ host: "127.0.0.1", port: 1 }, "a2", quick)).toBe("off");
});
