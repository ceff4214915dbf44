import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { StatusCode } from "hono/utils/http-status";
import { chooseEncoding } from "./content-encoding.ts";
import type { HttpContext } from "./http-env.ts";

const compressors = {
  // Quality 5 costs about a millisecond for a page; the 11 of the build would cost a hundred.
  br: (html: Buffer) => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (html: Buffer) => promisify(gzip)(html),
  identity: async (html: Buffer) => html,
};

/** Answers with a page that was rendered for this request only: compressed now and stored nowhere. */
export async function answerHtml(
  c: HttpContext,
  { statusCode, html, headers }: { statusCode: number; html: string; headers?: Record<string, string> },
): Promise<Response> {
  const encoding = chooseEncoding(c.req.header("Accept-Encoding"), ["br", "gzip", "identity"]);
  const body = await compressors[encoding](Buffer.from(html));
  return c.body(Uint8Array.from(body), statusCode as StatusCode as 200, {
    ...headers,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": String(body.length),
    "Cache-Control": "no-store",
    Vary: "Accept-Encoding",
    ...(encoding !== "identity" && { "Content-Encoding": encoding }),
  });
}
