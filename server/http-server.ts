import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import { type Connections, createConnections, limitConnections } from "./connections.ts";
import type { Logger } from "./logger.ts";

export type HttpLimits = typeof httpLimits;

export const httpLimits = {
  /** For the headers of a request, from its first byte or from the start of the connection. */
  headersTimeoutMs: 10_000,
  /** For a request with its body. */
  requestTimeoutMs: 30_000,
  /**
   * For the next request on a connection. Longer than the limits of proxies (nginx 60 s, Caddy 2 min), so that none uses one that is closing.
   */
  keepAliveTimeoutMs: 130_000,
  /** For a connection on which no byte moves. */
  idleTimeoutMs: 60_000,
  /** For an answer. A large one gets the time it takes at `minAnswerBytesPerSecond` in addition. */
  answerTimeoutMs: 120_000,
  minAnswerBytesPerSecond: 10_000,
  /** How often the time-outs are checked. */
  checkIntervalMs: 1000,
  maxHeaderBytes: 16 * 1024,
  maxConnections: 2000,
  /** Per IPv4 address or IPv6 /64 network, which offices and mobile networks share among many visitors. */
  maxConnectionsPerAddress: 256,
  /** For requests in progress when the server closes. */
  drainTimeoutMs: 10_000,
};

export type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

export type HttpServer = ReturnType<typeof createHttpServer>;

type HttpServerOptions = {
  log: Logger;
  /** Addresses without a connection limit: proxies, which carry all visitors. */
  isProxy: (address: string) => boolean;
  limits?: HttpLimits;
};

/** Serves the application, with time-outs and limits against slow, greedy and broken clients. */
export function createHttpServer(fetch: Fetch, { log, isProxy, limits = httpLimits }: HttpServerOptions) {
  const answer = getRequestListener((request, bindings) => fetch(request, bindings as HttpBindings), {
    // HTTP/1.0 clients send no Host header.
    hostname: "localhost",
    errorHandler: (error) => answerError(error, log),
  });
  const connections = createConnections();
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    maxHeaderSize: limits.maxHeaderBytes,
  });
  server.timeout = limits.idleTimeoutMs;
  server.maxConnections = limits.maxConnections;
  server.on("connection", limitConnections(limits.maxConnectionsPerAddress, isProxy));
  server.on("connection", connections.onConnection);
  server.on("connect", refuseTunnel);
  server.on("request", (...request) => void (connections.onRequest(...request) && answer(...request)));

  const answerTimeoutMs = (bytes: number) =>
    limits.answerTimeoutMs + (bytes / limits.minAnswerBytesPerSecond) * 1000;
  const slowCheck = setInterval(connections.cutOffSlow, limits.checkIntervalMs, answerTimeoutMs).unref();
  let closed: Promise<void> | undefined;
  return {
    /** Resolves with the port once the server accepts connections; rejects if the address is in use. */
    async listen(address: { host: string; port: number }): Promise<number> {
      // The system drops connections beyond the backlog, and the visitor's browser tries again only after one, three and seven seconds.
      server.listen({ ...address, backlog: limits.maxConnections });
      await once(server, "listening");
      return (server.address() as AddressInfo).port;
    },
    /** Stops accepting connections, finishes the requests in progress, and cuts off those that take longer than `drainTimeoutMs`. */
    close(): Promise<void> {
      closed ??= drain(server, connections, limits.drainTimeoutMs).finally(() => clearInterval(slowCheck));
      return closed;
    },
  };
}

/** The adapter rejects what cannot become a `Request`, such as an invalid `Host`, before the application sees it. */
function answerError(error: unknown, log: Logger): Response {
  const isTheirs = error instanceof RequestError;
  if (!isTheirs) log.error({ err: error }, "request failed outside the application");
  return new Response(null, { status: isTheirs ? 400 : 500, headers: { "Content-Length": "0" } });
}

/** CONNECT asks for a tunnel, and Node takes such a connection out of its hands. */
function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  const answer =
    "HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
  socket.on("error", () => {}).end(answer, () => socket.destroy());
}

const quietGraceMs = 500;

async function drain(server: Server, connections: Connections, drainTimeoutMs: number): Promise<void> {
  const closed = once(server, "close");
  server.close();
  connections.closeAfterAnswers();
  // A request may already be in transit.
  using _quiet = setTimeout(connections.closeQuiet, quietGraceMs);
  using _late = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
  await closed;
}
