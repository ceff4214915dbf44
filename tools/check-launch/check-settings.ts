import { error, type Problem, warning } from "../../publishing/checks/problem.ts";
import type { Config } from "../../server/config.ts";

type Settings = Pick<Config, "siteUrl" | "host" | "smtpUrl" | "production" | "enquiryLimits"> & {
  readonly trustedProxies: readonly string[];
};

export function checkSettings(settings: Settings): Problem[] {
  const { siteUrl, smtpUrl, production, enquiryLimits } = settings;
  const problems: Problem[] = [];
  if (!siteUrl.startsWith("https:")) {
    problems.push(error(`adres strony to ${siteUrl}, a w internecie potrzebne jest https://`, "SITE_URL"));
  }
  if (hidesVisitors(settings)) {
    problems.push(
      error(
        "strona stoi za serwerem pośredniczącym (Caddy, nginx), a ustawienie jest puste: wszystkie osoby mają wspólny limit wiadomości. Wpisz adres pośrednika, zwykle 127.0.0.1",
        "TRUSTED_PROXIES",
      ),
    );
  }
  if (smtpUrl === undefined) {
    problems.push(
      error("nie ma serwera poczty: zapytania są zapisywane, ale e-maile nie wychodzą", "SMTP_URL"),
    );
  }
  if (enquiryLimits === "off") {
    problems.push(error("limity zapytań są wyłączone; usuń to ustawienie", "ENQUIRY_LIMITS"));
  }
  if (!production) {
    problems.push(warning("na prawdziwej stronie ustaw NODE_ENV=production", "NODE_ENV"));
  }
  return problems;
}

/** Unless the proxy on this machine is trusted, all visitors seem to have its address. */
function hidesVisitors({ siteUrl, host, trustedProxies }: Settings): boolean {
  const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
  return siteUrl.startsWith("https:") && isLoopback && trustedProxies.length === 0;
}
