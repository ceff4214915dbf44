import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ask, statusOf } from "./testing/http-client.ts";
import { serveFixture } from "./testing/site-fixture.ts";

const limits = { maxConnectionsPerAddress: 2 };

function hold(port: number) {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

test("connections per address are limited, and closed ones free their place", async () => {
  const { port } = await serveFixture({ limits, isProxy: () => false });
  const held = [hold(port), hold(port)];
  await expect.poll(() => statusOf(port, "/")).toBe("refused");
  held[0]?.destroy();
  await expect.poll(() => statusOf(port, "/")).toBe(200);
});

test("a proxy has no limit, because it carries all visitors", async () => {
  const { port } = await serveFixture({ limits, isProxy: (address) => address === "127.0.0.1" });
  for (let held = 0; held < 5; held += 1) hold(port);
  for (let asked = 0; asked < 5; asked += 1) expect((await ask(port, "/")).status).toBe(200);
});
