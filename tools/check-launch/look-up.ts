import { Resolver } from "node:dns/promises";
import * as z from "zod/mini";

const timeoutMs = 3000;

/** Asks the domain name system and nodejs.org; a name without such records gives an empty list, silence throws LookUpError. */
export interface LookUp {
  txt(name: string): Promise<string[]>;
  /** Whether the world's names can be asked for at all. */
  isOnline(): Promise<boolean>;
  /** All releases of Node, the newest of each line before the older ones. */
  nodeReleases(): Promise<NodeRelease[]>;
}

interface NodeRelease {
  /** Without the `v` in front. */
  version: string;
  /** Whether it mends something that could be attacked. */
  security: boolean;
}

const nodeReleasesUrl = "https://nodejs.org/dist/index.json";

/** No answer, or none that can be trusted. */
export class LookUpError extends Error {}

const releasesSchema = z.array(z.object({ version: z.string(), security: z.boolean() }));

type Asked = Pick<Resolver, "resolveTxt" | "resolveNs">;

export function createLookUp(
  resolver: Asked = new Resolver({ timeout: timeoutMs, tries: 2 }),
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
      // A resolver that is cut off may say of every name that it does not exist; this one exists.
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
