import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** How the server treats messages from now on. */
export type MailServerMood =
  | "accept"
  | "refuse recipient"
  | "refuse sender"
  | "refuse content"
  | "not now"
  | "hang after data"
  | "answer late"
  | "take and hang up"
  | "hang up at once";

type ReceivedMail = { to: string; raw: string; mail: ParsedMail };

type MailServerOptions = {
  /** If given, only this password is accepted. */
  password?: string;
  /** The code with which any other password is refused. */
  refusal?: number;
  port?: number;
};

/** A real SMTP server on a free port of this machine, with moods. */
export async function startMailServer({ password, refusal = 535, port = 0 }: MailServerOptions = {}) {
  const received: ReceivedMail[] = [];
  const state: { mood: MailServerMood } = { mood: "accept" };
  let connections = 0;

  const server = new SMTPServer({
    disabledCommands: password === undefined ? ["AUTH", "STARTTLS"] : ["STARTTLS"],
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: (auth, _session, callback) =>
      auth.password === password ? callback(null, { user: "user" }) : callback(reply(refusal, "no")),
    onConnect(session, callback) {
      connections += 1;
      if (state.mood === "hang up at once") closeStreams(session);
      else callback();
    },
    onMailFrom: (_address, _session, callback) =>
      callback(state.mood === "refuse sender" ? reply(553, "not allowed") : null),
    onRcptTo({ address }, _session, callback) {
      if (state.mood === "refuse recipient") callback(reply(550, `no such user ${address}`));
      else callback(state.mood === "not now" ? reply(451, `try later ${address}`) : null);
    },
    async onData(stream, session, callback) {
      const { mood } = state;
      const raw = await text(stream).catch(() => undefined);
      // Its sender was killed in the middle.
      if (raw === undefined) return;
      if (mood === "hang after data") return;
      if (mood === "refuse content") return callback(reply(554, "spam"));
      const to = session.envelope.rcptTo.map(({ address }) => address).join();
      received.push({ to, raw, mail: await simpleParser(raw) });
      if (mood === "answer late") await sleep(20_000);
      if (mood === "take and hang up") closeStreams(session);
      else callback();
    },
  });
  server.on("error", () => {});

  function closeStreams({ id }: SMTPServerSession): void {
    for (const connection of server.connections) {
      const { session, _socket } = connection as unknown as {
        session: SMTPServerSession;
        _socket: { destroy(): void };
      };
      if (session.id === id) _socket.destroy();
    }
  }

  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.server.address();
  const boundPort = typeof address === "object" && address ? address.port : 0;
  return {
    received,
    state,
    port: boundPort,
    url: `smtp://127.0.0.1:${boundPort}`,
    connections: () => connections,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
