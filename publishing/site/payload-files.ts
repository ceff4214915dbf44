import { createHash } from "node:crypto";
import type { RenderData } from "../../app/payload-types.ts";
import type { ReleaseFiles } from "../release-files.ts";

/** Adds each page's payload and the static manifest that lists them, under hashed names; returns the manifest's address (B1.6). */
export async function writePayloads(
  files: ReleaseFiles,
  { site, payloads }: Pick<RenderData, "site" | "payloads">,
): Promise<string> {
  const write = async (name: string, value: unknown) => {
    const text = JSON.stringify(value);
    const hash = createHash("sha256").update(text).digest("hex").slice(0, 10);
    const address = `/payload/${name}-${hash}.json`;
    await files.write(address, text);
    return address;
  };
  const addresses: Record<string, string> = {};
  for (const [path, payload] of Object.entries(payloads)) {
    addresses[path] = await write(path.slice(1) || "index", payload);
  }
  return write("manifest", { site, payloads: addresses });
}
