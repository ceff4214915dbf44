import { error, type Problem, warning } from "../../publishing/launch/problem.ts";
import type { Config } from "../../server/config.ts";

type Checked = Pick<Config, "siteUrl" | "host" | "trustedProxies" | "production" | "enquiryLimits">;

/** Checks settings that only somebody with access to the server can change. */
export function checkSettings({ siteUrl, host, trustedProxies, production, enquiryLimits }: Checked) {
  const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
  const problems: Problem[] = [];
  // If the proxy on this machine is not trusted, all visitors seem to have its address.
  if (siteUrl.startsWith("https:") && isLoopback && trustedProxies.length === 0) {
    problems.push(
      error(
        "strona działa za serwerem pośredniczącym (Caddy, nginx), a ustawienie jest puste: wszystkie osoby mają wspólny limit wiadomości. Wpisz adres pośrednika, zwykle 127.0.0.1",
        "TRUSTED_PROXIES",
      ),
    );
  }
  if (enquiryLimits === "off")
    problems.push(error("limity zapytań są wyłączone; usuń to ustawienie", "ENQUIRY_LIMITS"));
  if (!production) problems.push(warning("na prawdziwej stronie ustaw NODE_ENV=production", "NODE_ENV"));
  return problems;
}
