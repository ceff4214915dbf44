import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export type Connections = ReturnType<typeof createConnections>;

/** Knows which connections are being answered, so that a closing server neither cuts off answers nor waits for nobody. */
export function createConnections() {
  const answers = new Map<Socket, ServerResponse | undefined>();
  let isClosing = false;

  function closeAfterwards(socket: Socket, answer: ServerResponse): void {
    if (answer.headersSent) answer.once("close", () => socket.end());
    else answer.setHeader("Connection", "close");
  }

  return {
    onConnection(socket: Socket): void {
      answers.set(socket, undefined);
      socket.once("close", () => answers.delete(socket));
    },
    onRequest({ socket }: IncomingMessage, answer: ServerResponse): void {
      answers.set(socket, answer);
      answer.once("close", () => {
        if (answers.get(socket) === answer) answers.set(socket, undefined);
      });
      if (isClosing) closeAfterwards(socket, answer);
    },
    /** Whether an answer is due that must not be mixed with another; if so, the connection ends with it. */
    endsWithAnswer(socket: Socket): boolean {
      const answer = answers.get(socket);
      if (answer === undefined || !(answer.req.complete || answer.headersSent)) return false;
      closeAfterwards(socket, answer);
      return true;
    },
    /** Lets every connection end with the answer that it is waiting for. */
    closeAfterAnswers(): void {
      isClosing = true;
      for (const [socket, answer] of answers) if (answer) closeAfterwards(socket, answer);
    },
    /** Ends the connections that wait for no answer; browsers open such ahead of need. */
    closeQuiet(): void {
      for (const [socket, answer] of answers) if (!answer) socket.destroy();
    },
  };
}
