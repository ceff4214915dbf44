import jsQR from "jsqr";
import sharp from "sharp";

/** What a scanner reads in a picture with a QR code. Its program is another than the one that draws them. */
export async function scanCode(picture: string | Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}
