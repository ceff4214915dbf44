import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { buildCards } from "./cards.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

test("B8.4 every page gets a card of 1200x630 of its own, also without a photo and with a long title", async () => {
  const outDir = temporaryFolder();
  const addresses = await buildCards({
    cards: [
      { path: "/", title: "Trening personalny", photo: "content/photos/hero.jpg" },
      {
        path: "/oferta",
        title: "Plan treningowy, dieta, suplementacja i treningi personalne w Miasteczku i okolicach",
      },
      { path: "/kontakt", title: "Kontakt" },
    ],
    site: { name: "Żelazna Chwila", descriptor: "treningi", accent: "#ff4f1a" },
    outDir,
  });
  expect(Object.keys(addresses)).toEqual(["/", "/oferta", "/kontakt"]);
  expect(new Set(Object.values(addresses)).size).toBe(3);
  for (const address of Object.values(addresses)) {
    const { format, width, height } = await sharp(join(outDir, address.replace("/cards/", ""))).metadata();
    expect([format, width, height]).toEqual(["jpeg", 1200, 630]);
  }
});
