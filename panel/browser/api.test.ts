import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { call } from "./api.ts";

test("a connection that breaks in the middle of a response is no connection", async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": 100 });
    response.write('{"count":', () => response.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await expect(call(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "offline" });
  server.close();
});

test("T13 a write whose response got lost is sent once more under its key, a read and an upload are not", async () => {
  const keys: unknown[] = [];
  const server = createServer(({ headers }, response) => {
    keys.push(headers["idempotency-key"]);
    if (keys.length === 2) response.end('"done"');
    else response.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const answer = await call(url, { method: "POST", body: "{}" });
  expect(await answer.json()).toBe("done");
  expect(keys).toEqual([expect.stringMatching(/^\w{32}$/), keys[0]]);
  const upload = { method: "PUT", body: "part", signal: AbortSignal.timeout(10_000) };
  for (const init of [{}, upload]) await expect(call(url, init)).rejects.toMatchObject({ code: "offline" });
  expect(keys).toHaveLength(4);
  // Lost twice.
  await expect(call(url, { method: "POST" })).rejects.toMatchObject({ code: "offline" });
  expect(keys).toHaveLength(6);
  server.close();
});

test("T13 a proxy's 502 or 504 is a lost response: a write is sent once more, an upload is told it", async () => {
  const statuses = [502, 504, 200, 502];
  const server = createServer((_request, response) =>
    response.writeHead(statuses.shift() ?? 500).end('"done"'),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await expect(call(url)).rejects.toMatchObject({ code: "offline" });
  expect(await (await call(url, { method: "POST" })).json()).toBe("done");
  const upload = { method: "PUT", body: "part", signal: AbortSignal.timeout(10_000) };
  await expect(call(url, upload)).rejects.toMatchObject({ code: "failed" });
  server.close();
});
