import { Resolver } from "node:dns/promises";

const timeoutMs = 3000;

/** Queries DNS. A name without records gives an empty list; no answer throws LookUpError. */
export interface LookUp {
  txt(name: string): Promise<string[]>;
  /** Whether DNS can be reached at all. */
  isOnline(): Promise<boolean>;
}

/** No answer, or an unreliable one. */
export class LookUpError extends Error {}

type DnsResolver = Pick<Resolver, "resolveTxt" | "resolveNs">;

export function createLookUp(resolver: DnsResolver = new Resolver({ timeout: timeoutMs, tries: 2 })): LookUp {
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
  };
}
