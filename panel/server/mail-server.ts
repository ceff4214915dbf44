/** A mail server in separate fields, as mailbox providers describe it; the settings hold it as one URL. */
export type MailServer = { host: string; port: string; user: string };

type ReadServer =
  | { ok: true; smtpUrl: string | undefined }
  | { ok: false; field: "host" | "port" | "password" };

/** TLS from the first byte. On other ports the mailer requires STARTTLS. */
const tlsPort = "465";

/** Leaves the password out. */
export function mailServerOf(smtpUrl: string | undefined): MailServer {
  if (smtpUrl === undefined) return { host: "", port: tlsPort, user: "" };
  const { protocol, hostname, port, username } = new URL(smtpUrl);
  const usualPort = protocol === "smtps:" ? tlsPort : "587";
  return { host: hostname, port: port || usualPort, user: decodeURIComponent(username) };
}

/**
 * Returns the URL of the typed server; undefined without a host. The saved password is reused only for the host and user for which it was
 * typed.
 */
export function readMailServer(
  { host, port, user, password }: MailServer & { password?: string | undefined },
  kept: string | undefined,
): ReadServer {
  if (host === "") return { ok: true, smtpUrl: undefined };
  if (!/^[\w.-]+$/.test(host)) return { ok: false, field: "host" };
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return { ok: false, field: "port" };
  const url = new URL(`${port === tlsPort ? "smtps" : "smtp"}://${host.toLowerCase()}:${port}`);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password || keptPassword({ host: url.hostname, user }, kept));
  if (user !== "" && url.password === "") return { ok: false, field: "password" };
  return { ok: true, smtpUrl: url.href };
}

function keptPassword({ host, user }: Pick<MailServer, "host" | "user">, kept: string | undefined): string {
  const known = mailServerOf(kept);
  if (kept === undefined || known.host !== host || known.user !== user) return "";
  return decodeURIComponent(new URL(kept).password);
}
