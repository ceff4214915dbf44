import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Context } from "hono";
import { chooseEncoding } from "./content-encoding.ts";
import type { HttpContext, Middleware } from "./http-env.ts";
import type { StaticFile, Variant } from "./static-files.ts";

/** Answers GET and HEAD for every address that is a file or a pre-rendered page. */
export function serveFiles(files: ReadonlyMap<string, StaticFile>): Middleware {
  return (c, next) => {
    const file = files.get(c.env.path);
    return file === undefined ? next() : answerFile(c, file, next);
  };
}

async function answerFile(c: HttpContext, file: StaticFile, next: () => Promise<void>) {
  const variant = chooseVariant(c, file);
  if (!isCurrent(c.req.header("If-None-Match"), variant.etag)) {
    const answer = await sendVariant(c, variant, { statusCode: 200, headers: variant.headers });
    if (answer === undefined) return next();
    c.set("isFile", true);
    return answer;
  }
  const {
    "Content-Type": _type,
    "Content-Length": _length,
    "Content-Encoding": _encoding,
    ...headers
  } = variant.headers;
  c.set("isFile", true);
  return new Response(null, { status: 304, headers });
}

/** The encoding that this request prefers. */
export function chooseVariant(c: Context, file: StaticFile): Variant {
  const encoding = chooseEncoding(c.req.header("Accept-Encoding"), file.encodings);
  return file.variants[encoding] as Variant;
}

/** Undefined if the file has been deleted since the start. */
export async function sendVariant(
  c: HttpContext,
  { body, sizeBytes }: Variant,
  { statusCode, headers }: { statusCode: number; headers: Record<string, string> },
): Promise<Response | undefined> {
  const init = { status: statusCode, headers };
  if (typeof body !== "string") return new Response(body, init);
  if (c.req.method === "HEAD") return new Response(null, init);
  const stream = await openStream(body, sizeBytes);
  return stream && new Response(stream, init);
}

function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** A different size means a different file: a new build may have replaced the folder. */
async function openStream(path: string, sizeBytes: number): Promise<ReadableStream | undefined> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (handle === undefined) return undefined;
  if ((await handle.stat()).size !== sizeBytes) {
    await handle.close();
    return undefined;
  }
  return Readable.toWeb(handle.createReadStream()) as ReadableStream;
}
