import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { publicConnection, readAtMost } from "../../../../server/public-fetch.ts";

export interface StorageOptions {
  /** The setting BACKUP_URL: a folder of a WebDAV server, or `s3:` with a bucket, a folder in it, and perhaps `?region=`. */
  readonly backupUrl: string;
  /** Whether it may be on a private network or without TLS. */
  readonly allowPrivate: boolean;
  /** How long the connection may be idle. */
  readonly idleMs: number;
}

export type Storage = ReturnType<typeof createStorage>;
type AskOptions = { headers?: Record<string, string>; body?: AsyncIterable<Uint8Array> };

/** The storage's error, in Polish. */
export class StorageError extends Error {}

/** Files in one folder of a WebDAV or S3-compatible server. All methods throw a StorageError or a connection error. */
export function createStorage({ backupUrl, allowPrivate, idleMs }: StorageOptions) {
  const isS3 = backupUrl.startsWith("s3");
  const folder = new URL(backupUrl.replace(/^s3:/, "https:").replace(/^s3\+/, ""));
  const [user, password] = [decodeURIComponent(folder.username), decodeURIComponent(folder.password)];
  const base = folder.origin + folder.pathname.replace(/\/*$/, "/");

  async function sign(method: string, url: string, headers: Record<string, string>) {
    const basic = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
    if (!isS3) return { ...headers, Authorization: basic };
    const region = folder.searchParams.get("region");
    const keys = { accessKeyId: user, secretAccessKey: password };
    const place = { service: "s3", ...(region && { region }) };
    const signer = new AwsV4Signer({ method, url, headers, ...keys, ...place });
    return Object.fromEntries((await signer.sign()).headers);
  }

  async function ask(method: string, url: string, { headers = {}, body }: AskOptions = {}) {
    const connection = allowPrivate ? { agent: false as const } : publicConnection(new URL(url));
    const signed = await sign(method, url, headers);
    const { request: send } = url.startsWith("http:") ? http : https;
    // A refusal would be lost if the server closed the connection while the body is sent.
    const patient = body && { Expect: "100-continue", Connection: "keep-alive" };
    const request = send(url, { method, timeout: idleMs, headers: { ...signed, ...patient }, ...connection });
    let answer: IncomingMessage | undefined;
    request.on("timeout", () =>
      (answer ?? request).destroy(new StorageError("Serwer kopii przestał odpowiadać.")),
    );
    // Before the answer it rejects `once`; afterwards the answer has the better error.
    request.on("error", () => {});
    if (body) {
      request.flushHeaders();
      // Some servers never send 100 Continue.
      void Promise.race([once(request, "continue"), sleep(idleMs / 20, null, { ref: false })])
        .then(() => pipeline(Readable.from(body), request))
        .catch(() => {});
    } else request.end();
    [answer] = (await once(request, "response")) as [IncomingMessage];
    const { statusCode = 0 } = answer;
    if (statusCode >= 200 && statusCode < 300) return answer;
    const text = await textOf(answer).catch(() => "");
    request.destroy();
    const known = texts[fullPattern.test(text) ? 507 : statusCode];
    throw new StorageError(known ?? `Serwer kopii odpowiedział kodem ${statusCode}.`);
  }

  function list(): Promise<IncomingMessage> {
    if (!isS3) return ask("PROPFIND", base, { headers: { Depth: "1" } });
    const [, bucket, ...names] = folder.pathname.split("/");
    const prefix = `${decodeURI(names.join("/")).replace(/\/*$/, "/").replace(/^\//, "")}kopia-`;
    return ask("GET", `${folder.origin}/${bucket}?${new URLSearchParams({ "list-type": "2", prefix })}`);
  }

  return {
    /** `bytes`: the length of the body. */
    async put(name: string, body: AsyncIterable<Uint8Array>, bytes: number): Promise<void> {
      const headers = { "Content-Length": String(bytes), "Content-Type": "application/octet-stream" };
      await textOf(await ask("PUT", base + name, { headers, body }));
    },
    get: (name: string): Promise<AsyncIterable<Uint8Array>> => ask("GET", base + name),
    async remove(name: string): Promise<void> {
      await textOf(await ask("DELETE", base + name));
    },
    /** The names in the folder that match; S3 lists only the first thousand. */
    list: async (pattern: RegExp) => [...new Set((await textOf(await list())).match(pattern))],
  };
}

/** Up to what a folder with thousands of files takes. */
const textOf = async (answer: IncomingMessage) => Buffer.from(await readAtMost(answer, 5e6)).toString();

/** S3 reports a full storage in the body. */
const fullPattern = /QuotaExceeded|QuotaReached|StorageFull|InsufficientStorage/;
const texts: Readonly<Record<number, string>> = {
  401: "Serwer kopii nie przyjmuje tej nazwy i hasła.",
  403: "Serwer kopii nie przyjmuje tej nazwy i hasła albo nie pozwala tam zapisywać.",
  404: "Na serwerze kopii nie ma takiego folderu.",
  409: "Na serwerze kopii nie ma takiego folderu.",
  413: "Serwer kopii nie przyjmuje tak dużych plików.",
  507: "Na serwerze kopii skończyło się miejsce.",
};
