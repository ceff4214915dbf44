import { expect, test } from "vitest";
import { launchSummary } from "./launch-summary.ts";

const ready = { siteUrl: "https://silownia.pl", smtpUrl: "smtps://poczta.silownia.pl" };

test("a site that is ready has no summary", () => {
  expect(launchSummary(ready, { samples: 0, openingHours: true })).toBeUndefined();
  expect(launchSummary(ready, undefined)).toBeUndefined();
});

test("one line names everything that is missing and the command for details", () => {
  const config = { siteUrl: "http://localhost:3000", smtpUrl: undefined };
  expect(launchSummary(config, { samples: 12, openingHours: false })).toBe(
    "Przed startem do poprawy: dane przykładowe (miejsc: 12), brak godzin treningów, adres bez https (SITE_URL), brak serwera poczty (SMTP_URL). Całą listę pokaże npm run check:launch.",
  );
});
