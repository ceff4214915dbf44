import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { freePort } from "../../../../../server/testing/free-port.ts";

const nginx = "/usr/sbin/nginx";
const davModule = "/usr/lib/nginx/modules/ngx_http_dav_ext_module.so";

/** Why nginx cannot serve WebDAV here; undefined when it can. */
export const missingForWebdav = [nginx, davModule].every((path) => existsSync(path))
  ? undefined
  : "nginx with libnginx-mod-http-dav-ext is not installed here";

export interface RunningStorage {
  /** The setting BACKUP_URL. */
  readonly url: string;
  /** What it keeps of a file; undefined if it has none of that name. */
  read(name: string): Buffer | undefined;
  stop(): Promise<void>;
}

/** nginx with WebDAV in a folder of the test, for one user. */
export async function startWebdav(folder: string): Promise<RunningStorage> {
  const kept = join(folder, "webdav/kopie");
  mkdirSync(kept, { recursive: true });
  mkdirSync(join(folder, "temporary"));
  const port = await freePort();
  writeFileSync(join(folder, "users"), "studio:{PLAIN}ta/jne+hasło\n");
  const asRoot = process.getuid?.() === 0 ? "user root;" : "";
  writeFileSync(
    join(folder, "nginx.conf"),
    `load_module ${davModule}; ${asRoot} pid ${folder}/pid; error_log stderr; worker_processes 1; events {}
    http {
      access_log off; client_max_body_size 0;
      client_body_temp_path ${folder}/temporary; proxy_temp_path ${folder}/temporary; fastcgi_temp_path ${folder}/temporary;
      uwsgi_temp_path ${folder}/temporary; scgi_temp_path ${folder}/temporary;
      server {
        listen 127.0.0.1:${port}; root ${folder}/webdav;
        auth_basic kopie; auth_basic_user_file ${folder}/users;
        dav_methods PUT DELETE; dav_ext_methods PROPFIND;
      }
    }`,
  );
  const child = spawn(nginx, ["-p", folder, "-c", join(folder, "nginx.conf"), "-g", "daemon off;"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
  while (!(await answers())) if (child.exitCode !== null) throw new Error("nginx does not start");
  return {
    url: `http://studio:${encodeURIComponent("ta/jne+hasło")}@127.0.0.1:${port}/kopie`,
    read: (name) => (existsSync(join(kept, name)) ? readFileSync(join(kept, name)) : undefined),
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

/** An S3-compatible server that checks signatures, with one bucket. */
export async function startS3(folder: string): Promise<RunningStorage> {
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: "kopie", configs: [] }],
  });
  const { port } = await server.run();
  const find = (name: string) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).find(
      (path) => path.includes(name) && path.endsWith("object"),
    );
  return {
    url: `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/kopie/strona?region=us-east-1`,
    read(name) {
      const path = find(name);
      return path === undefined ? undefined : readFileSync(join(folder, path));
    },
    stop: () => server.close(),
  };
}

/** What a proxy does to a storage. */
export type Fault = (request: IncomingMessage, response: ServerResponse, pass: Pass) => void;
/** Passes a request on, with a changed body if one is given; `change` changes each part of the answer. */
type Pass = (options?: {
  body?: Buffer;
  isSilent?: boolean;
  change?: (chunk: Buffer) => Buffer | undefined;
}) => void;

/** A proxy before a storage; `url` is the storage's through it. */
export async function startProxy(storage: Pick<RunningStorage, "url">, fault: Fault) {
  const target = new URL(storage.url);
  const handle = (incoming: IncomingMessage, response: ServerResponse) => {
    const pass: Pass = async ({
      body,
      isSilent = false,
      change = (chunk: Buffer): Buffer | undefined => chunk,
    } = {}) => {
      const { expect, ...kept } = incoming.headers;
      if (expect && !isSilent) response.writeContinue();
      if (body) await incoming.toArray();
      const headers = { ...kept, ...(body && { "content-length": String(body.length) }) };
      const options = { host: target.hostname, port: target.port, path: incoming.url, headers };
      const outgoing = request({ ...options, method: incoming.method }, async (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        for await (const chunk of answer) {
          const changed = change(chunk);
          if (changed === undefined) return;
          response.write(changed);
        }
        response.end();
      });
      outgoing.on("error", () => response.destroy());
      if (!body) return incoming.pipe(outgoing);
      return outgoing.end(body);
    };
    fault(incoming, response, pass);
  };
  const server = createServer(handle).on("checkContinue", handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(storage.url);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
