import type { Site } from "./build-facts.ts";
import type { Config } from "./config.ts";

/** One Polish line about what is missing before launch, from facts already in memory; undefined if nothing is. */
export function launchSummary(
  { siteUrl, smtpUrl }: Pick<Config, "siteUrl" | "smtpUrl">,
  launch: Site["launch"],
): string | undefined {
  const lacks = [
    launch && launch.samples > 0 && `dane przykładowe (miejsc: ${launch.samples})`,
    launch && !launch.openingHours && "brak godzin treningów",
    !siteUrl.startsWith("https:") && "adres bez https (SITE_URL)",
    smtpUrl === undefined && "brak serwera poczty (SMTP_URL)",
  ].filter((lack) => lack !== false && lack !== undefined);
  if (lacks.length === 0) return undefined;
  return `Przed startem do poprawy: ${lacks.join(", ")}. Całą listę pokaże npm run check:launch.`;
}
