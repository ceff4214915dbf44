import { existsSync } from "node:fs";
import { installPackages, runQuietly } from "./install-browser/apt.ts";
import { findChromium } from "./install-browser/chromium.ts";

// Installs what browser and fault tests need besides npm packages: browsers, common fonts, the proxies of deploy/. Uses apt as root
// on Debian. Elsewhere Playwright downloads its own Chromium, and tests whose program is missing are skipped with a message.
const places = {
  "chromium-headless-shell": "/usr/bin/chromium-headless-shell",
  "fonts-liberation": "/usr/share/fonts/truetype/liberation",
  "fonts-dejavu-core": "/usr/share/fonts/truetype/dejavu",
  "fonts-roboto-unhinted": "/usr/share/fonts/truetype/roboto",
  "firefox-esr": "/usr/bin/firefox-esr",
  "webkit2gtk-driver": "/usr/bin/WebKitWebDriver",
  xvfb: "/usr/bin/xvfb-run",
  xauth: "/usr/bin/xauth",
  nginx: "/usr/sbin/nginx",
  caddy: "/usr/bin/caddy",
};
const missing = Object.entries(places).filter(([, place]) => !existsSync(place));
installPackages([...(findChromium() ? [] : ["chromium"]), ...missing.map(([name]) => name)]);
if (!findChromium()) runQuietly("npx", ["playwright", "install", "--with-deps", "chromium"]);
if (!findChromium()) {
  console.error("The browser tests need Chromium: install the Debian package `chromium` or set CHROME_PATH.");
  process.exit(1);
}
