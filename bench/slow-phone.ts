import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";

export interface Place {
  readonly browser: Browser;
  /** Sites to compare, the baseline first. */
  readonly sites: readonly { readonly name: string; readonly baseUrl: string }[];
  readonly runs: number;
}

/** 1.6 Mbit/s down, 0.75 up, 150 ms latency. */
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

/** Opens a fresh browser profile with a CPU `slowdown` times slower and, on request, a slow connection. */
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

/** Measures every site in every run and returns the results by site name. The order rotates, so that no site is always first. */
export async function inTurns<Result>(
  { sites, runs }: Pick<Place, "sites" | "runs">,
  take: (baseUrl: string) => Promise<Result[]>,
): Promise<(site: string) => Result[]> {
  const taken = new Map(sites.map(({ name }) => [name, [] as Result[]]));
  for (let run = 0; run < runs; run++) {
    const at = run % sites.length;
    for (const { name, baseUrl } of [...sites.slice(at), ...sites.slice(0, at)])
      taken.get(name)?.push(...(await take(baseUrl)));
  }
  return (site) => taken.get(site) ?? [];
}

/** The ratio, rounded to two decimals. */
export const ratio = (one: number, other: number) => Number((one / other).toFixed(2));
