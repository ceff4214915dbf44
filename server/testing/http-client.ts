import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { connect } from "node:net";

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string };

type Question = { method?: string; headers?: OutgoingHttpHeaders; body?: string | Buffer };

/** Sends one request on a new connection; unlike `fetch` it sends headers unchanged and follows no redirects. */
export async function ask(port: number, path: string, asked: Question = {}): Promise<Answer> {
  const { method = "GET", headers = {}, body } = asked;
  const question = request({ host: "127.0.0.1", port, path, method, headers, agent: false }).end(body);
  // Before the answer it rejects `once`; afterwards the answer has it, too.
  question.on("error", () => {});
  const [answer] = (await once(question, "response")) as [IncomingMessage];
  const bytes = Buffer.concat(await answer.toArray());
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: bytes, text: bytes.toString() };
}

/** The status of the answer, or "refused" if there is none. */
export function statusOf(port: number, path: string): Promise<number | "refused"> {
  return ask(port, path).then(
    ({ status }) => status,
    () => "refused",
  );
}

/** Sends raw bytes and resolves with everything received until the server closes the connection. */
export function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.setEncoding("latin1");
    socket.on("data", (text) => {
      received += text;
    });
    // A reset after the answer also counts as closing.
    socket.on("error", () => {});
    socket.on("close", () => resolve(received));
  });
}

export const statusLine = (raw: string) => raw.split("\r\n", 1)[0] ?? "";
