import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ask, patiently, statusOf } from "./testing/http-client.ts";
import { serveFixture } from "./testing/site-fixture.ts";

const limits = { maxConnectionsPerAddress: 2 };

function hold(port: number) {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

test("one address may hold only so many connections, and has them again when others end", async () => {
  const { port } = await serveFixture({ limits, isProxy: () => false });
  const held = [hold(port), hold(port)];
  await expect.poll(() => statusOf(port, "/"), patiently).toBe("refused");
  held[0]?.destroy();
  await expect.poll(() => statusOf(port, "/"), patiently).toBe(200);
});

test("a proxy may hold any number: all visitors stand behind it", async () => {
  const { port } = await serveFixture({ limits, isProxy: (address) => address === "127.0.0.1" });
  for (let held = 0; held < 5; held += 1) hold(port);
  for (let asked = 0; asked < 5; asked += 1) expect((await ask(port, "/")).status).toBe(200);
});
