import { Resolver } from "node:dns/promises";
import * as z from "zod/mini";

const timeoutMs = 3000;

/** Queries DNS and nodejs.org. A name without records gives an empty list; no answer throws LookUpError. */
export interface LookUp {
  txt(name: string): Promise<string[]>;
  /** Whether DNS can be reached at all. */
  isOnline(): Promise<boolean>;
  /** All Node releases without the leading `v`, newest first within each line; `security` marks those that fix a vulnerability. */
  nodeReleases(): Promise<{ version: string; security: boolean }[]>;
}

const nodeReleasesUrl = "https://nodejs.org/dist/index.json";

/** No answer, or an unreliable one. */
export class LookUpError extends Error {}

const releasesSchema = z.array(z.object({ version: z.string(), security: z.boolean() }));

type DnsResolver = Pick<Resolver, "resolveTxt" | "resolveNs">;

export function createLookUp(
  resolver: DnsResolver = new Resolver({ timeout: timeoutMs, tries: 2 }),
  get: typeof fetch = fetch,
): LookUp {
  let online: Promise<boolean> | undefined;
  return {
    async txt(name) {
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === "ENOTFOUND" || code === "ENODATA") return [];
        throw new LookUpError(`${name}: ${code}`, { cause: error });
      }
    },
    isOnline() {
      // An offline resolver may report every name as missing; this one certainly exists.
      online ??= resolver.resolveNs("pl").then(
        (servers) => servers.length > 0,
        () => false,
      );
      return online;
    },
    async nodeReleases() {
      try {
        const answer = await get(nodeReleasesUrl, { signal: AbortSignal.timeout(timeoutMs) });
        const releases = releasesSchema.parse(await answer.json());
        return releases.map(({ version, security }) => ({ version: version.replace(/^v/, ""), security }));
      } catch (error) {
        throw new LookUpError("nodejs.org nie odpowiada", { cause: error });
      }
    },
  };
}
