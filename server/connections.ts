import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export type Connections = ReturnType<typeof createConnections>;

type Connection = {
  /** The answer that is due; of several on one connection the last. */
  answer: ServerResponse | undefined;
  /** When the oldest request without a whole answer came. */
  sinceMs: number;
  /** What the connection had sent before. */
  bytesBefore: number;
};

/** Tracks which connections are being answered, so that a closing server neither cuts off answers nor waits for idle connections. */
export function createConnections(now: () => number) {
  const connections = new Map<Socket, Connection>();
  let isClosing = false;

  function closeAfterwards(socket: Socket, answer: ServerResponse): void {
    if (answer.headersSent) answer.once("close", () => socket.end());
    else answer.setHeader("Connection", "close");
  }

  return {
    onConnection(socket: Socket): void {
      connections.set(socket, { answer: undefined, sinceMs: 0, bytesBefore: 0 });
      socket.once("close", () => connections.delete(socket));
    },
    onRequest({ socket }: IncomingMessage, answer: ServerResponse): void {
      const connection = connections.get(socket);
      if (connection === undefined) return;
      if (connection.answer === undefined) {
        connection.sinceMs = now();
        connection.bytesBefore = socket.bytesWritten;
      }
      connection.answer = answer;
      answer.once("close", () => {
        if (connection.answer === answer) connection.answer = undefined;
      });
      if (isClosing) closeAfterwards(socket, answer);
    },
    /** Whether an answer is due that must not be mixed with another; if so, the connection ends with it. */
    endsWithAnswer(socket: Socket): boolean {
      const answer = connections.get(socket)?.answer;
      if (answer === undefined || !(answer.req.complete || answer.headersSent)) return false;
      closeAfterwards(socket, answer);
      return true;
    },
    /** Cuts off clients that read an answer more slowly than `timeoutMs` allows for the bytes written so far. */
    cutOffSlow(timeoutMs: (bytes: number) => number): void {
      for (const [socket, { answer, sinceMs, bytesBefore }] of connections) {
        if (answer && now() - sinceMs > timeoutMs(socket.bytesWritten - bytesBefore)) socket.destroy();
      }
    },
    /** Lets every connection end with the answer that it is waiting for. */
    closeAfterAnswers(): void {
      isClosing = true;
      for (const [socket, { answer }] of connections) if (answer) closeAfterwards(socket, answer);
    },
    /** Ends the connections that wait for no answer; browsers open such ahead of need. */
    closeQuiet(): void {
      for (const [socket, { answer }] of connections) if (!answer) socket.destroy();
    },
  };
}
