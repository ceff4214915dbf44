import type { Socket } from "node:net";
import { networksOf } from "../enquiries/limits.server.ts";

type ConnectionLimit = {
  max: number;
  /** Addresses that many visitors share, such as a proxy's. */
  isExempt: (address: string) => boolean;
};

/** Creates a function that closes a new connection if `max` from the same network are already open. */
export function limitConnections({ max, isExempt }: ConnectionLimit): (socket: Socket) => void {
  const open = new Map<string, number>();

  return (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isExempt(address)) return;
    const [network = ""] = networksOf(address);
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
