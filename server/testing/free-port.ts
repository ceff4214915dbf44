import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** A port that is free right now. It is below those of outgoing connections, one of which could take it a moment later. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000);
    const probe = createServer().listen(port, "127.0.0.1");
    const isFree = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}
