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
