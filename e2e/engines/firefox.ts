import { firefox } from "@playwright/test";
import type { Engine } from "./engine.ts";

/** Firefox ESR as Debian brings it, driven by WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<Engine> {
  const browser = await firefox.launch({ channel: "moz-firefox", executablePath, headless: true });
  const page = await browser.newPage({
    // This Firefox cannot pretend any of these.
    colorScheme: null,
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
  });
  page.setDefaultTimeout(15_000);
  let problems: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", ({ message }) => problems.push(message));
  return {
    resize: (width, height) => page.setViewportSize({ width, height }),
    open: async (url) => void (await page.goto(url)),
    value: (expression) => page.evaluate(expression),
    click: (selector) => page.locator(selector).filter({ visible: true }).first().click(),
    type: (selector, text) => page.locator(selector).pressSequentially(text),
    problems() {
      const seen = problems;
      problems = [];
      return seen;
    },
    close: () => browser.close(),
  };
}
