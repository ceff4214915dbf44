import { createHash } from "node:crypto";

/** Cryptographically random bytes; passed in so that tests know what comes. */
export type RandomBytes = (count: number) => Uint8Array;

/** 256 random bits as text that fits into an address or a cookie. */
export function createToken(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(32)).toString("base64url");
}

/** What is stored of a token or code. The secrets have at least 80 random bits, so that no slow hash is needed. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
