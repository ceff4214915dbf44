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
// Not among our dependencies, because nothing else needs its 230 packages (130 MB).
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

/** The HTTP Observatory's grade for the site behind `deploy/nginx.conf`. If it cannot run, prints why and returns undefined. */
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

/** Serves the proxy's HTTP and HTTPS on one port, because the scanner requests both at the same port. */
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

/** Installs the scanner and returns the reason if that fails. */
function install(): string | undefined {
  const words = ["install", "--prefix", programDir, "--ignore-scripts", "--no-audit", "--no-fund", program];
  if (spawnSync("npm", words, { stdio: "ignore" }).status !== 0) {
    return `!!! SKIPPED: ${program} could not be installed`;
  }
  // Skips its install script, which fetches the HSTS preload list; localhost is not on it.
  writeFileSync(join(packageDir, "conf/hsts-preload.json"), "{}");
  return undefined;
}
