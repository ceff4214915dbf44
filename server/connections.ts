import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networksOf } from "../enquiries/limits.server.ts";

export type Connections = ReturnType<typeof createConnections>;

type Connection = {
  /** The pending answers, oldest first. */
  answers: Set<ServerResponse>;
  /** The start of the oldest request that is not fully answered. */
  sinceMs: number;
  /** Bytes that the connection had sent before. */
  bytesBefore: number;
};

/** Browsers and proxies send one request at a time. Thousands sent at once would all be worked on before anybody else's. */
const maxPending = 16;

/** Tracks which connections are being answered, so that a closing server neither cuts off answers nor waits for idle connections. */
export function createConnections() {
  const connections = new Map<Socket, Connection>();
  let isClosing = false;

  function closeAfterwards(socket: Socket, answer: ServerResponse): void {
    if (answer.headersSent) answer.once("close", () => socket.end());
    else answer.setHeader("Connection", "close");
  }

  return {
    onConnection(socket: Socket): void {
      connections.set(socket, { answers: new Set(), sinceMs: 0, bytesBefore: 0 });
      socket.once("close", () => connections.delete(socket));
    },
    /** Whether to answer: a connection with too many pending answers is cut off. */
    onRequest({ socket }: IncomingMessage, answer: ServerResponse): boolean {
      const connection = connections.get(socket);
      if (connection === undefined || connection.answers.size === maxPending) {
        socket.destroy();
        return false;
      }
      if (connection.answers.size === 0) {
        connection.sinceMs = performance.now();
        connection.bytesBefore = socket.bytesWritten;
      }
      connection.answers.add(answer);
      answer.once("close", () => connection.answers.delete(answer));
      if (isClosing) closeAfterwards(socket, answer);
      return true;
    },
    /** Cuts off clients that read an answer more slowly than `timeoutMs` allows for the bytes written so far. */
    cutOffSlow(timeoutMs: (bytes: number) => number): void {
      for (const [socket, { answers, sinceMs, bytesBefore }] of connections) {
        if (answers.size && performance.now() - sinceMs > timeoutMs(socket.bytesWritten - bytesBefore))
          socket.destroy();
      }
    },
    /** Closes every connection after its pending answer. */
    closeAfterAnswers(): void {
      isClosing = true;
      for (const [socket, { answers }] of connections) {
        const answer = [...answers].at(-1);
        if (answer) closeAfterwards(socket, answer);
      }
    },
    /** Closes idle connections; browsers open some in advance. */
    closeQuiet(): void {
      for (const [socket, { answers }] of connections) if (answers.size === 0) socket.destroy();
    },
  };
}

/** Creates a function that closes a new connection if `max` from the same network are already open, except from `isExempt` addresses. */
export function limitConnections(max: number, isExempt: (address: string) => boolean) {
  const open = new Map<string, number>();

  return (socket: Socket): void => {
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
