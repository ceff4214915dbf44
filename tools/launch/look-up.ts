import { Resolver } from "node:dns/promises";

const timeoutMs = 3000;

/** Asks the domain name system; a name without such records gives an empty list, silence throws LookUpError. */
export interface LookUp {
  txt(name: string): Promise<string[]>;
  /** Whether the world's names can be asked for at all. */
  isOnline(): Promise<boolean>;
}

/** No answer, or none that can be trusted. */
export class LookUpError extends Error {}

type Asked = Pick<Resolver, "resolveTxt" | "resolveNs">;

export function createLookUp(resolver: Asked = new Resolver({ timeout: timeoutMs, tries: 2 })): LookUp {
  let online: Promise<boolean> | undefined;
  return {
    async txt(name) {
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
      } catch (fault) {
        const { code } = fault as NodeJS.ErrnoException;
        if (code === "ENOTFOUND" || code === "ENODATA") return [];
        throw new LookUpError(`${name}: ${code}`, { cause: fault });
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
  };
}
