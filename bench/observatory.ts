import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod/mini";
import { missingForProxies, type RunningProxy, startProxy } from "../e2e/faults/proxy-process.ts";
import { startSite, withFolder } from "../e2e/faults/site.ts";
import { freePort } from "../server/testing/free-port.ts";

const program = "@mdn/mdn-http-observatory@1.4.8";
// Brings 230 packages with it (130 MB), which nothing else here needs, so it is not among our own.
const programDir = ".cache/observatory";
const packageDir = join(programDir, "node_modules/@mdn/mdn-http-observatory");

const reportSchema = z.object({
  scan: z.object({
    grade: z.string(),
    score: z.number(),
    testsPassed: z.number(),
    testsQuantity: z.number(),
  }),
  tests: z.record(z.string(), z.object({ result: z.string(), scoreModifier: z.number() })),
});

/** The grade of MDN's HTTP Observatory for the site behind `deploy/nginx.conf`; undefined, after a loud line, where it cannot be had. */
export async function gradeHeaders() {
  const missing = missingForProxies(["nginx"]) ?? install();
  if (missing) {
    console.error(`HTTP Observatory: ${missing}`);
    return undefined;
  }
  return withFolder(async (folder) => {
    const port = await freePort();
    const site = await startSite({ dataDir: join(folder, "data"), SITE_URL: `https://localhost:${port}` });
    const proxy = await startProxy(folder, "nginx.conf", { port, upstreams: [`127.0.0.1:${site.port}`] });
    const ca = join(folder, "ca.pem");
    writeFileSync(ca, proxy.ca);
    const front = await listenOnOnePort(proxy);
    const host = `localhost:${(front.address() as AddressInfo).port}`;
    const { stdout } = await promisify(execFile)(process.execPath, [join(packageDir, "src/scan.js"), host], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: ca },
    });
    front.close();
    await proxy.stop();
    await site.stop();
    const { scan: summary, tests } = reportSchema.parse(JSON.parse(stdout));
    return { program, ...summary, tests };
  });
}

/** Both ports of the proxy as one, because the scanner asks for HTTP and HTTPS at the same port. */
async function listenOnOnePort({ baseUrl, plainUrl }: RunningProxy): Promise<Server> {
  const tlsHandshake = 0x16;
  const server = createServer((visitor) => {
    visitor.once("data", (first) => {
      const { port } = new URL(first[0] === tlsHandshake ? baseUrl : plainUrl);
      const inside = connect(Number(port), "localhost");
      inside.write(first);
      visitor.pipe(inside).pipe(visitor);
      for (const socket of [visitor, inside]) socket.on("error", () => visitor.destroy());
    });
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  return server;
}

/** Why it could not be installed. */
function install(): string | undefined {
  const words = ["install", "--prefix", programDir, "--ignore-scripts", "--no-audit", "--no-fund", program];
  if (spawnSync("npm", words, { stdio: "ignore" }).status !== 0) {
    return `!!! SKIPPED: ${program} could not be installed`;
  }
  // Its own installation would fetch the list of sites that browsers know for their HTTPS; localhost is not among them.
  writeFileSync(join(packageDir, "conf/hsts-preload.json"), "{}");
  return undefined;
}
