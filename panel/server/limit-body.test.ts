import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createHttpServer } from "../../server/http-server.ts";
import { createLogger } from "../../server/logger.ts";
import { limitBody, routes } from "./env.ts";

test("T3 a body that is too large leaves its connection for the next request", async () => {
  const app = routes()
    .use(limitBody(16 * 1024))
    .post("/", (c) => c.text(""));
  const server = createHttpServer(app.fetch, { log: createLogger("error"), isProxy: () => false });
  const port = await server.listen({ host: "127.0.0.1", port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => {
    agent.destroy();
    return server.close();
  });
  async function post(bytes: number) {
    const sent = request({ agent, port, method: "POST", headers: { "Content-Length": bytes } });
    sent.end("x".repeat(bytes));
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    answer.resume();
    await once(answer, "end");
    return [answer.statusCode, sent.reusedSocket];
  }
  expect(await post(1_000_000)).toEqual([413, false]);
  // The connection of a body that nobody reads ends after half a second.
  await pause(700);
  expect(await post(1)).toEqual([200, true]);
});
