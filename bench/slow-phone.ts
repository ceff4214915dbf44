import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";

export interface Place {
  readonly browser: Browser;
  /** Sites to be measured side by side, the baseline first. */
  readonly sites: readonly { readonly name: string; readonly baseUrl: string }[];
  readonly runs: number;
}

/** 1.6 Mbit/s down, 0.75 up, 150 ms a request. */
export const slowLine = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

export const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
} as const;

/** A fresh browser profile whose machine is `slowdown` times slower, on a slow line if wanted. */
export async function openTab(
  browser: Browser,
  options: { device?: Parameters<Browser["newContext"]>[0]; slowdown: number; slowLine: boolean },
): Promise<{ context: BrowserContext; page: Page; line: CDPSession }> {
  const context = await browser.newContext({ ...options.device, serviceWorkers: "block" });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  if (options.slowLine) await line.send("Network.emulateNetworkConditions", slowLine);
  await line.send("Emulation.setCPUThrottlingRate", { rate: options.slowdown });
  return { context, page, line };
}

/** The list turned by `by` places, so that no site is always the first one measured. */
export function turned<T>(list: readonly T[], by: number): T[] {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}
