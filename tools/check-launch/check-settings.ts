import { error, type Finding, warning } from "../../publishing/checks/finding.ts";
import type { Config } from "../../server/config.ts";

type Settings = Pick<Config, "siteUrl" | "host" | "smtpUrl" | "production" | "enquiryLimits"> & {
  readonly trustedProxies: readonly string[];
};

/** Settings that a real site needs. */
export function checkSettings(settings: Settings): Finding[] {
  const { siteUrl, smtpUrl, production, enquiryLimits } = settings;
  const findings: Finding[] = [];
  if (!siteUrl.startsWith("https:")) {
    findings.push(error(`adres strony to ${siteUrl}; prawdziwa strona potrzebuje https://`, "SITE_URL"));
  }
  if (hidesVisitors(settings)) {
    findings.push(
      error(
        "strona stoi za serwerem pośredniczącym (Caddy, nginx), a ustawienie jest puste: wszystkie osoby mają wspólny limit wiadomości. Wpisz adres pośrednika, zwykle 127.0.0.1",
        "TRUSTED_PROXIES",
      ),
    );
  }
  if (smtpUrl === undefined) {
    findings.push(
      error("nie ma serwera poczty: zapytania są zapisywane, ale e-maile nie wychodzą", "SMTP_URL"),
    );
  }
  if (enquiryLimits === "off") {
    findings.push(error("limity zapytań są wyłączone; usuń to ustawienie", "ENQUIRY_LIMITS"));
  }
  if (!production) {
    findings.push(warning("na prawdziwej stronie ustaw NODE_ENV=production", "NODE_ENV"));
  }
  return findings;
}

/** Behind a proxy on the same machine that is not trusted, every visitor seems to be that proxy. */
function hidesVisitors({ siteUrl, host, trustedProxies }: Settings): boolean {
  const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
  return siteUrl.startsWith("https:") && isLoopback && trustedProxies.length === 0;
}
