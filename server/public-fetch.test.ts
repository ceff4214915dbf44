import { once } from "node:events";
import { createServer, request } from "node:http";
import type { request as requestSecurely } from "node:https";
import type { AddressInfo, LookupFunction } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createPublicFetch } from "./public-fetch.ts";

/** Counts connections; answers every request with this status, and a redirect to itself. */
async function startServer(status = 201) {
  const seen = { connections: 0, bodies: [] as string[] };
  const server = createServer(async (asked, answer) => {
    seen.bodies.push(Buffer.concat(await asked.toArray()).toString());
    answer.writeHead(status, { Location: "/elsewhere" }).end("text");
  });
  server.on("connection", () => {
    seen.connections += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { seen, port };
}

const resolvesTo =
  (...addresses: string[]): LookupFunction =>
  (_, __, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );

test.each([
  "127.0.0.1",
  "2130706433",
  "0x7f.1",
  "0.0.0.0",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "169.254.169.254",
  "[::1]",
  "[::]",
  "[fd00::1]",
  "[fe80::1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:a00:1]",
  "[64:ff9b::7f00:1]",
])("T22 the address %s is refused without a connection", async (host) => {
  const { seen, port } = await startServer();
  await expect(createPublicFetch()(`https://${host}:${port}/`)).rejects.toThrow("not a public https address");
  expect(seen.connections).toBe(0);
});

test.each([[["127.0.0.1"]], [["::1"]], [["198.41.0.4", "127.0.0.1"]], [[]]])(
  "T22 a name that resolves to %s is refused without a connection",
  async (addresses) => {
    const { seen, port } = await startServer();
    const fetchPublic = createPublicFetch({ lookup: resolvesTo(...addresses) });
    await expect(fetchPublic(`https://alarm.example:${port}/`)).rejects.toThrow("not a public https address");
    expect(seen.connections).toBe(0);
  },
);

test("T22 the connection goes to the address that was checked: the name is looked up once", async () => {
  const answers = ["198.41.0.4", "127.0.0.1"];
  let connectedTo: unknown;
  const lookup: LookupFunction = (_, __, callback) =>
    callback(null, [{ address: answers.shift() ?? "", family: 4 }]);
  const send = ((_url: URL, options: { lookup: LookupFunction }) => {
    options.lookup("alarm.example", { all: true }, (_, found) => {
      connectedTo = found;
    });
    return request("http://127.0.0.1:1/");
  }) as unknown as typeof requestSecurely;
  await expect(createPublicFetch({ lookup, send })("https://alarm.example/")).rejects.toThrow();
  expect(connectedTo).toEqual([{ address: "198.41.0.4", family: 4 }]);
  expect(answers).toEqual(["127.0.0.1"]);
});

test("T22 plain http is refused", async () => {
  await expect(createPublicFetch()("http://alarm.example/")).rejects.toThrow("not a public https address");
});

test.each([
  [201, 201],
  [302, 502],
  [410, 410],
  [999, 502],
])(
  "T22 a body arrives once, and status %i is answered as %i, without following a redirect",
  async (status, answered) => {
    const { seen, port } = await startServer(status);
    // The same without TLS and lookup, on this machine.
    const send = ((_url: URL, { lookup: _, ...options }: object & { lookup?: unknown }, answer: () => void) =>
      request(`http://127.0.0.1:${port}/`, options, answer)) as unknown as typeof requestSecurely;
    const fetchPublic = createPublicFetch({ send });
    const answer = await fetchPublic("https://alarm.example/", { method: "POST", body: "alarm" });
    expect(answer.status).toBe(answered);
    expect(seen.bodies).toEqual(["alarm"]);
  },
);

test("C4.5 a body is read where it is wanted, up to a limit, and never after a redirect", async () => {
  const to = (port: number) =>
    ((_url: URL, { lookup: _, ...options }: object & { lookup?: unknown }, answer: () => void) =>
      request(`http://127.0.0.1:${port}/`, options, answer)) as unknown as typeof requestSecurely;
  const { port } = await startServer(200);
  const read = createPublicFetch({ send: to(port), maxBodyBytes: 4 });
  expect(await (await read("https://calendar.example/")).text()).toBe("text");
  const shorter = createPublicFetch({ send: to(port), maxBodyBytes: 3 });
  await expect(shorter("https://calendar.example/")).rejects.toThrow("more than 3 bytes");
  const moved = await startServer(302);
  const redirected = await createPublicFetch({ send: to(moved.port), maxBodyBytes: 4 })(
    "https://calendar.example/",
  );
  expect([redirected.status, await redirected.text()]).toEqual([502, ""]);
});
