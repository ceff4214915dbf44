import type { APIRequestContext } from "@playwright/test";
import sharp from "sharp";
import { expect } from "./test.ts";

/** Fetches a picture and reads its actual format and size. */
export async function fetchPicture(request: APIRequestContext, path: string) {
  const response = await request.get(path);
  expect([path, response.status()]).toEqual([path, 200]);
  const { format, width, height } = await sharp(await response.body()).metadata();
  return { type: response.headers()["content-type"], format, size: `${width}x${height}` };
}
