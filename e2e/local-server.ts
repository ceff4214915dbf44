import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a server on a free port of 127.0.0.1. `stop` also ends its open connections. */
export async function listenLocally(server: Server): Promise<{ port: number; stop(): void }> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
