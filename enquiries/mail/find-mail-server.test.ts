import { describe, expect, test } from "vitest";
import { findMailServer } from "./find-mail-server.server.ts";

const notFound = () => Promise.reject(Object.assign(new Error("ENOTFOUND"), { code: "ENOTFOUND" }));

/** A DNS that knows these records only, and the names that it was asked about. */
function dnsWith(mx: Record<string, string[]>, srv: Record<string, [string, number][]> = {}) {
  const asked: string[] = [];
  return {
    asked,
    async resolveMx(name: string) {
      asked.push(name);
      const hosts = mx[name] ?? (await notFound());
      return hosts.map((exchange, at) => ({ exchange, priority: 10 * at })).reverse();
    },
    async resolveSrv(name: string) {
      asked.push(name);
      const records = srv[name] ?? (await notFound());
      return records.map(([name, port], priority) => ({ name, port, priority, weight: 1 })).reverse();
    },
  };
}

describe("C7.4 the server through which a mailbox sends", () => {
  test.each([
    ["ala@gmail.com", "smtp.gmail.com", "465"],
    ["Ala@Outlook.com", "smtp-mail.outlook.com", "587"],
    ["ala@wp.pl", "smtp.wp.pl", "465"],
    ["ala@o2.pl", "poczta.o2.pl", "465"],
    ["ala@op.pl", "smtp.poczta.onet.pl", "465"],
    ["ala@interia.pl", "poczta.interia.pl", "465"],
  ])("C7.4 %s sends through %s, known without asking anybody", async (address, host, port) => {
    const dns = dnsWith({});
    expect(await findMailServer(address, dns)).toMatchObject({ host, port, isCertain: true });
    expect(dns.asked).toEqual([]);
  });

  test.each([
    ["aspmx.l.google.com", "smtp.gmail.com", "465"],
    ["studio-pl.mail.protection.outlook.com", "smtp.office365.com", "587"],
    ["mx1.mail.ovh.net", "ssl0.ovh.net", "465"],
    ["mx.home.pl", "smtp.home.pl", "465"],
    ["mx1.nazwa.pl", "smtp.nazwa.pl", "465"],
    ["mail-serwer12345.lh.pl", "mail-serwer12345.lh.pl", "465"],
    ["s17.zenbox.pl", "smtp.zenbox.pl", "587"],
    ["S42.cyber-folks.pl", "s42.cyber-folks.pl", "465"],
    ["mail.hosting.example", "mail.hosting.example", "465"],
  ])("C7.4 a domain of its own at %s sends through %s", async (mx, host, port) => {
    const dns = dnsWith({ "studio.pl": [mx, "zapasowy.example"] });
    expect(await findMailServer("kontakt@studio.pl", dns)).toMatchObject({ host, port });
  });

  test("C7.4 an unknown provider's SRV records come before a guess, with TLS first and the best priority", async () => {
    const mx = { "studio.pl": ["mail.hosting.example"] };
    const submission = {
      "_submission._tcp.studio.pl": [["Wyslij.hosting.example", 587]] as [string, number][],
    };
    const both = {
      ...submission,
      "_submissions._tcp.studio.pl": [
        ["tls.hosting.example", 465],
        ["inny.example", 465],
      ] as [string, number][],
    };
    expect(await findMailServer("a@studio.pl", dnsWith(mx, submission))).toMatchObject({
      host: "wyslij.hosting.example",
      port: "587",
    });
    expect(await findMailServer("a@studio.pl", dnsWith({}, both))).toMatchObject({
      host: "tls.hosting.example",
    });
    const notOffered = { "_submission._tcp.studio.pl": [[".", 0]] as [string, number][] };
    expect(await findMailServer("a@studio.pl", dnsWith({}, notOffered))).toBeUndefined();
  });

  test("C7.4 a name that only ends like a provider's is not that provider", async () => {
    const dns = dnsWith({ "studio.pl": ["mx.niehome.pl"] });
    expect(await findMailServer("a@studio.pl", dns)).toMatchObject({
      host: "mx.niehome.pl",
      isCertain: false,
    });
  });

  test.each(["ala", "ala@", "@", "ala@localhost", ""])("C7.4 nothing is asked about %j", async (address) => {
    const dns = dnsWith({});
    expect(await findMailServer(address, dns)).toBeUndefined();
    expect(dns.asked).toEqual([]);
  });

  test("C7.4 only the domain is asked about, an international one in its ASCII form", async () => {
    const dns = dnsWith({});
    expect(await findMailServer("tajne@trening-łódź.pl", dns)).toBeUndefined();
    const [domain = ""] = dns.asked;
    expect(domain).toMatch(/^xn--/);
    expect(dns.asked).toEqual([domain, `_submissions._tcp.${domain}`, `_submission._tcp.${domain}`]);
    expect(dns.asked.join()).not.toMatch(/tajne|ł/);
  });
});
