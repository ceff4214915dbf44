/** A service worker's address, the only one of a script that is made at run time: the Trusted Types policy `name` allows no other. */
export function workerAddress(name: string, address: string): string {
  const policy = { createScriptURL: (_: string) => address };
  type Factory = { createPolicy(name: string, rules: typeof policy): typeof policy };
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  return (trustedTypes?.createPolicy(name, policy) ?? policy).createScriptURL("");
}
