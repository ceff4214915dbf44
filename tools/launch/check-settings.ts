import { error, type Finding, warning } from "../../publishing/checks/finding.ts";
import type { Config } from "../../server/config.ts";

type Settings = Pick<Config, "siteUrl" | "smtpUrl" | "production" | "enquiryLimits">;

/** Settings that a real site needs. */
export function checkSettings({ siteUrl, smtpUrl, production, enquiryLimits }: Settings): Finding[] {
  const findings: Finding[] = [];
  if (!siteUrl.startsWith("https:")) {
    findings.push(error(`adres strony to ${siteUrl}; prawdziwa strona potrzebuje https://`, "SITE_URL"));
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
