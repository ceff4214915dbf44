import type { Resolver } from "node:dns/promises";
import { domainToASCII } from "node:url";

type Dns = Pick<Resolver, "resolveMx" | "resolveSrv">;

type Provider = {
  name: string;
  /** Host and port. Without a host, the server that receives a customer's mail also sends it. */
  server: `${string}:${number}`;
  /** Domains of its own mailboxes. */
  domains?: string;
  /** Domains of the servers that receive its customers' mail. */
  mx: string;
  /** Other accounts may have servers with other names. */
  isGuess?: true;
  /** Advice for the owner if the server refuses the password. */
  ifRefused?: string;
};

const accessHint = "Włącz w ustawieniach tej skrzynki dostęp dla programów pocztowych i spróbuj jeszcze raz.";

/**
 * Providers' outgoing servers, reviewed on 23 November 2026: o2 and WP as in Thunderbird's database; Gmail, Outlook, Onet, Interia and
 * OVH as commonly known. A guess is what several accounts of that provider use; the panel marks it as a guess.
 */
const providers: readonly Provider[] = [
  {
    name: "Gmail",
    server: "smtp.gmail.com:465",
    domains: "gmail.com googlemail.com",
    mx: "google.com googlemail.com",
    ifRefused:
      "Włącz w koncie Google weryfikację dwuetapową, utwórz hasło do aplikacji na stronie myaccount.google.com/apppasswords i wpisz je tutaj zamiast zwykłego.",
  },
  {
    name: "Outlook.com",
    server: "smtp-mail.outlook.com:587",
    domains: "outlook.com hotmail.com live.com msn.com",
    mx: "olc.protection.outlook.com",
    ifRefused:
      "Outlook.com nie przyjmuje już haseł od takich programów. Użyj innej skrzynki, najlepiej w domenie strony.",
  },
  {
    name: "Microsoft 365",
    server: "smtp.office365.com:587",
    mx: "mail.protection.outlook.com mx.microsoft",
    ifRefused:
      "Wysyłanie z hasłem („uwierzytelnione SMTP”) musi włączyć osoba, która zarządza kontem Microsoft 365.",
  },
  { name: "WP", server: "smtp.wp.pl:465", domains: "wp.pl", mx: "wp.pl", ifRefused: accessHint },
  {
    name: "o2",
    server: "poczta.o2.pl:465",
    mx: "o2.pl tlen.pl",
    domains: "o2.pl go2.pl tlen.pl prokonto.pl",
    ifRefused: accessHint,
  },
  {
    name: "Onet",
    server: "smtp.poczta.onet.pl:465",
    mx: "onet.pl",
    domains: "onet.pl onet.eu onet.com.pl poczta.onet.pl poczta.onet.eu op.pl vp.pl",
  },
  {
    name: "Interia",
    server: "poczta.interia.pl:465",
    mx: "interia.pl",
    ifRefused: accessHint,
    domains: "interia.pl interia.eu interia.com poczta.fm intmail.pl interiowy.pl",
  },
  { name: "OVH", server: "ssl0.ovh.net:465", mx: "ovh.net" },
  { name: "home.pl", server: "smtp.home.pl:465", mx: "home.pl", isGuess: true },
  { name: "nazwa.pl", server: "smtp.nazwa.pl:465", mx: "nazwa.pl", isGuess: true },
  { name: "Zenbox", server: "smtp.zenbox.pl:587", mx: "zenbox.pl", isGuess: true },
  { name: "LH.pl", server: ":465", mx: "lh.pl", isGuess: true },
  { name: "cyber_Folks", server: ":465", mx: "cyber-folks.pl cyberfolks.pl", isGuess: true },
];

/**
 * Finds a mailbox's outgoing server: in the table, else by the MX records of its domain, else by its SRV records (RFC 6186).
 * `isCertain` is false for a common host name if the provider may use another one for this account. Undefined if the text is no
 * address or nothing is found. Asks only DNS, and only about the domain.
 */
export async function findMailServer(address: string, dns: Dns) {
  const domain = domainToASCII(address.split("@").at(-1)?.toLowerCase() ?? "");
  if (!address.includes("@") || !domain.includes(".")) return undefined;
  const own = providers.find(({ domains }) => domains?.split(" ").includes(domain));
  if (own) return serverOf(own);
  const mx = await dns.resolveMx(domain).catch(() => []);
  const [receiver] = mx.sort((one, other) => one.priority - other.priority);
  const receiving = receiver?.exchange.toLowerCase() ?? "";
  const known = providers.find(({ mx }) => mx.split(" ").some((end) => `.${receiving}`.endsWith(`.${end}`)));
  if (known) return serverOf(known, receiving);
  const announced = await findAnnounced(domain, dns);
  if (announced) return announced;
  // In shared hosting the server that receives also sends.
  return receiving ? { provider: receiving, host: receiving, port: "465", isCertain: false } : undefined;
}

function serverOf({ name, server, isGuess }: Provider, receiving = "") {
  const [host, port = ""] = server.split(":");
  return { provider: name, host: host || receiving, port, isCertain: !isGuess };
}

async function findAnnounced(domain: string, dns: Dns) {
  for (const service of ["_submissions", "_submission"]) {
    const records = await dns.resolveSrv(`${service}._tcp.${domain}`).catch(() => []);
    const [first] = records.sort((one, other) => one.priority - other.priority || other.weight - one.weight);
    // The root as a target means that the service is not offered.
    if (first && !["", "."].includes(first.name))
      return { provider: domain, host: first.name.toLowerCase(), port: String(first.port), isCertain: true };
  }
  return undefined;
}

/** What the owner can do if the mail server of this name refuses the password; undefined for an unknown one. */
export function stepIfRefused(host: string): string | undefined {
  return providers.find(({ server }) => server.startsWith(`${host}:`))?.ifRefused;
}
