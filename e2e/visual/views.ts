import type { Page } from "@playwright/test";
import { routes } from "../../app/routes.ts";

/** A page in a certain state, which `prepare` sets up once the app has started. */
export interface View {
  readonly name: string;
  readonly path: string;
  readonly prepare?: (page: Page) => Promise<void>;
}

export const widths = [390, 1440] as const;

export const views: readonly View[] = [
  ...routes.map(({ name, path }) => ({ name, path })),
  { name: "404", path: "/nie-ma-takiej" },
  {
    name: "kontakt-bledy",
    path: "/kontakt",
    prepare: (page) => page.getByRole("button", { name: "Wyślij" }).click(),
  },
  {
    name: "galeria-zdjecie",
    path: "/galeria?zdjecie=dumbbells",
    prepare: (page) => page.getByRole("button", { name: "Zamknij" }).waitFor(),
  },
];

/** Waits until every picture is loaded and still, so that screenshots are reproducible. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    await document.fonts.ready;
    scrollTo(0, 0);
  });
}
