import { open } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { chooseEncoding, encodings } from "./content-encoding.ts";
import { ignoreMissing } from "./durable-files.ts";
import type { Middleware } from "./http-env.ts";
import type { StaticFile, Variant } from "./static-files.ts";

/** Answers GET and HEAD for every address that is a file or a pre-rendered page. */
export function serveFiles(find: (path: string) => StaticFile | undefined): Middleware {
  return async (c, next) => {
    const file = find(c.env.path);
    const answer = file && (await answerFile(c.env.incoming, file));
    if (answer === undefined) return next();
    c.set("isFile", true);
    return answer;
  };
}

/** Answers GET or HEAD with a file, or with 304 if the request has it; undefined if it has been deleted since the start. */
export async function answerFile(request: IncomingMessage, file: StaticFile): Promise<Response | undefined> {
  const { body, headers } = chooseVariant(request.headers["accept-encoding"], file);
  if (isCurrent(request.headers["if-none-match"], headers.ETag)) {
    const {
      "Content-Type": _type,
      "Content-Length": _length,
      "Content-Encoding": _encoding,
      ...kept
    } = headers;
    return new Response(null, { status: 304, headers: kept });
  }
  if (typeof body !== "string") return new Response(body, { headers });
  if (request.method === "HEAD") return new Response(null, { headers });
  const stream = await openStream(body, headers["Content-Length"]);
  return stream && new Response(stream, { headers });
}

export function chooseVariant(accepted: string | undefined, file: StaticFile): Variant {
  const available = encodings.filter((encoding) => file.variants[encoding]);
  return file.variants[chooseEncoding(accepted, available)] as Variant;
}

function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return tags.includes("*") || tags.includes(etag);
}

/** A different size means a different file: a new build may have replaced the folder. */
async function openStream(path: string, length: string): Promise<ReadableStream | undefined> {
  const handle = await open(path).catch(ignoreMissing);
  if (handle === undefined) return undefined;
  if (String((await handle.stat()).size) !== length) {
    await handle.close();
    return undefined;
  }
  return Readable.toWeb(handle.createReadStream()) as ReadableStream;
}
