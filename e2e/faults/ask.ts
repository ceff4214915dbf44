import { type Agent, type IncomingHttpHeaders, request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";

/** Where a site is reached, with the authority of its certificate. */
export type Target = { baseUrl: string; ca?: string | undefined };

type Question = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The address to ask from, in 127.0.0.0/8. */
  from?: string | undefined;
  /** Left out: a connection of its own. */
  agent?: Agent;
};

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** Sends one request and reads the whole answer. */
export function ask({ baseUrl, ca }: Target, path: string, question: Question = {}): Promise<Answer> {
  const { body, from, ...options } = question;
  // A busy machine would make Node try 127.0.0.1 after ::1: another visitor for the server.
  const source = { family: 4, ...(from !== undefined && { localAddress: from }) };
  const request = baseUrl.startsWith("https:") ? requestTls : requestPlain;
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, baseUrl), { ca, agent: false, ...source, ...options }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk) => {
        text += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      answer.on("error", reject);
    });
    asked.on("error", reject);
    asked.end(body);
  });
}
