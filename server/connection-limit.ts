import { isIPv6, type Socket } from "node:net";

type ConnectionLimit = {
  max: number;
  /** Addresses behind which many visitors stand, such as a proxy's. */
  isExempt: (address: string) => boolean;
};

/** Makes a function that closes a new connection at once when `max` from the same network are open already. */
export function limitConnections({ max, isExempt }: ConnectionLimit): (socket: Socket) => void {
  const open = new Map<string, number>();

  return (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isExempt(address)) return;
    const network = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once("close", () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
    if (count > max) socket.destroy();
  };
}

/** An IPv4 address, or the /64 network of an IPv6 address, which one customer has to himself. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(missing).fill("0"), ...groups(tail ?? "")];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
