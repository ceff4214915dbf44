import { error, warning } from "../../publishing/launch/problem.ts";
import type { Config } from "../../server/config.ts";

type Checked = Pick<Config, "siteUrl" | "host" | "trustedProxies" | "production" | "enquiryLimits">;

/** Checks settings that only somebody with access to the server can change. */
export function checkSettings({ siteUrl, host, trustedProxies, production, enquiryLimits }: Checked) {
  const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
  return [
    // If the proxy on this machine is not trusted, all visitors seem to have its address.
    siteUrl.startsWith("https:") &&
      isLoopback &&
      trustedProxies.length === 0 &&
      error(
        "strona działa za serwerem pośredniczącym (Caddy, nginx), a ustawienie jest puste: wszystkie osoby mają wspólny limit zapytań. Wpisz adres pośrednika, zwykle 127.0.0.1",
        "TRUSTED_PROXIES",
      ),
    enquiryLimits === "off" && error("limity zapytań są wyłączone; usuń to ustawienie", "ENQUIRY_LIMITS"),
    !production && warning("na prawdziwej stronie ustaw NODE_ENV=production", "NODE_ENV"),
  ].filter((problem) => problem !== false);
}
