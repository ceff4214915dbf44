import { isIPv6 } from "node:net";

/**
 * The networks that an address is counted in, the smallest first. An IPv4 address is counted alone. An IPv6 address is counted
 * in its /64, which is one connection, and in its /56 and /48, which one customer may own.
 */
export function networksOf(clientAddress: string): string[] {
  const address = clientAddress.replace(/%.*$/, "").toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  if (mapped?.[1]) return [mapped[1]];
  if (!isIPv6(address)) return [address];
  const [head = "", tail] = address.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(missing).fill("0"), ...groups(tail ?? "")];
  const digits = all.map((group) => group.padStart(4, "0")).join("");
  return [`${digits.slice(0, 16)}/64`, `${digits.slice(0, 14)}/56`, `${digits.slice(0, 12)}/48`];
}
