import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { findHeadlessChromium, testArgs } from "../tools/testing/install-browser/chromium.ts";

/** Fonts that `app/fonts/fallbacks.css` adapts as fallbacks. `tools/testing/install-browser.ts` installs their Debian packages. */
export const machineFonts = ["Liberation Sans", "Roboto", "DejaVu Sans"] as const;

type MachineFont = (typeof machineFonts)[number];

/** Launches a Chromium that sees only `font` of these fonts. */
export async function launchWith(font: MachineFont): Promise<Browser> {
  const others = machineFonts.filter((other) => other !== font);
  const file = join(tmpdir(), `fonts-${process.pid}-${machineFonts.indexOf(font)}.conf`);
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
      <dir>/usr/share/fonts</dir><cachedir>${join(tmpdir(), "font-cache")}</cachedir>
      <selectfont><rejectfont>${others
        .map((name) => `<pattern><patelt name="family"><string>${name}</string></patelt></pattern>`)
        .join("")}</rejectfont></selectfont></fontconfig>`,
  );
  return chromium.launch({
    executablePath: findHeadlessChromium() ?? "",
    // Otherwise Linux rounds the width of every letter to full pixels.
    args: [...testArgs, "--force-device-scale-factor=2"],
    env: { ...process.env, FONTCONFIG_FILE: file },
  });
}
