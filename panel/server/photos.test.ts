import { createHash, hash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importLogo } from "../../publishing/import-logo.ts";
import { ensureOwnContent } from "../../publishing/own-content.ts";
import { drawnLogo } from "../../publishing/site/brand-mark.ts";
import { startPanel } from "./testing/panel-fixture.ts";

test("each photo lists its uses, its description there, and the owner's own notes", async () => {
  const panel = await startPanel();
  const browser = await panel.signInByLink(panel.createBrowser());
  const read = async () => (await (await browser.get("/panel/api/photos/rope.jpg")).json()).photo;
  expect(await read()).toMatchObject({
    alt: expect.stringMatching(/^\S.+/),
    uses: [{ name: "galeria", trail: ["Galeria", "Zdjęcia", expect.any(String), "Zdjęcie"] }],
    // At this public address nothing is published yet, so no visitor sees the sample's photographs.
    isShown: false,
  });
  const note = { alt: "Skakanka.", focus: { x: 10, y: 20 } };
  const write = (changes: object) => browser.write("/panel/api/photos/rope.jpg", changes, { method: "PUT" });
  expect((await write(note)).status).toBe(204);
  expect(await read()).toMatchObject(note);
  // The phone has named the people, the laptop, which does not know that, changes the description.
  const consent = { person: "Osoba Przykładowa", date: "", scope: "" };
  await write({ recognisablePeople: true, consent });
  await write({ alt: "Skakanka na haku." });
  const both = { alt: "Skakanka na haku.", focus: note.focus, recognisablePeople: true, consent };
  expect(await read()).toMatchObject(both);
  await write({ recognisablePeople: false });
  expect(await read()).not.toHaveProperty("consent");
  expect((await browser.write("/panel/api/photos/nie-ma.jpg", note, { method: "PUT" })).status).toBe(404);
  for (const file of ["..%2Fsite.yaml", "photos.json"])
    expect((await browser.get(`/panel/api/photos/${file}/640`)).status).toBe(404);
});

test("P5.1 a file that was sent before is recognised under any name, however long, until it is deleted by hand", async () => {
  const panel = await startPanel();
  await ensureOwnContent(panel.folders);
  const browser = await panel.signInByLink(panel.createBrowser());
  const bytes = randomBytes(100);
  const address = `/panel/api/uploads/${createHash("sha256").update(bytes).digest("hex")}`;
  const send = (name: string) =>
    panel.request(`https://www.studio.example${address}?from=0&size=100&name=${name}`, {
      method: "PUT",
      headers: { Origin: "https://www.studio.example", "X-Panel": "1", Cookie: browser.cookie },
      body: bytes,
    });
  expect(await (await send("sala")).json()).toEqual({ kind: "stored", file: "sala.jpg" });
  expect(await (await send("i".repeat(255))).json()).toEqual({ kind: "stored", file: "sala.jpg" });
  expect(await (await browser.get(address)).json()).toEqual({ received: 0, file: "sala.jpg" });
  rmSync(join(panel.folders.ownContentDir, "photos/sala.jpg"));
  expect(await (await browser.get(address)).json()).toEqual({ received: 0, file: null });
  expect(await (await send("sala")).json()).toEqual({ kind: "stored", file: "sala.jpg" });
  const notes = readFileSync(join(panel.folders.ownContentDir, "photos/photos.json"), "utf8");
  expect(JSON.parse(notes)["sala.jpg"].sent).toBe(address.split("/").at(-1));
});

test("P4.3 T26 a logo is stored with the content under a hash, a drawing as a picture of it without its scripts; an unsuitable file is refused with the reason", async () => {
  const panel = await startPanel();
  const browser = await panel.signInByLink(panel.createBrowser());
  const send = async (name: string, body: string | Buffer) => {
    const response = await panel.request(`https://www.studio.example/panel/api/uploads/logo?name=${name}`, {
      method: "PUT",
      headers: { Origin: "https://www.studio.example", "X-Panel": "1", Cookie: browser.cookie },
      body: new Uint8Array(Buffer.from(body)),
    });
    return response.json();
  };
  const plate = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle r="9"/></svg>';
  const { kind, file } = await send("Moje logo.SVG", plate.replace("<circle", "<script>0</script><circle"));
  expect(kind).toBe("stored");
  expect(file).toMatch(/^logo-[0-9a-f]{12}\.png$/);
  const stored = readFileSync(join(panel.folders.ownContentDir, file));
  expect(stored.readUInt32BE(16)).toBe(1024);
  const shown = await browser.get(`/panel/api/preview-logo/${file}`);
  expect(shown.headers.get("Content-Type")).toBe("image/png");
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(stored);
  expect((await browser.get("/panel/api/preview-logo/constructor")).status).toBe(404);
  const png = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x20\0\0\0\x20", "latin1");
  for (const [name, bytes, words] of [
    ["logo.svg", "<svg", /logo jest uszkodzone/],
    ["logo.png", plate, /nie jest obrazem PNG/],
    ["logo.png", png, /^Logo ma 32 × 32 punktów/],
    ["logo.jpg", "JPEG", /plikiem SVG albo PNG/],
  ] as const)
    expect(await send(name, bytes)).toEqual({ kind: "refused", message: expect.stringMatching(words) });
});

test("P4.3 T3 T16 of many logos the one that the draft names stays, and the others do not pile up", async () => {
  const panel = await startPanel();
  const { folders } = panel;
  const png = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\0\0\0\x02\0";
  const logo = (at: number) => importLogo(folders, "logo.png", Buffer.from(`${png}${at}`, "latin1"));
  const first = await logo(0);
  const named = first.kind === "stored" ? first.file : "";
  const site = join(folders.ownContentDir, "site.yaml");
  writeFileSync(site, `${readFileSync(site, "utf8")}\nlogo: ${named}\n`);
  for (let at = 1; at <= 120; at += 1) await logo(at);
  const kept = readdirSync(folders.ownContentDir).filter((name) => name.startsWith("logo-"));
  expect(kept).toContain(named);
  expect(kept.length).toBeLessThanOrEqual(51);
});

test("a logo that is kept as an older version drew it is drawn anew", async () => {
  const panel = await startPanel();
  const { folders } = panel;
  const plate = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle r="9"/></svg>',
  );
  const outdated = join(folders.cacheDir, "icons", `logo-${hash("sha256", plate)}`);
  mkdirSync(outdated, { recursive: true });
  writeFileSync(join(outdated, drawnLogo), "as before");
  const logo = await importLogo(folders, "logo.svg", plate);
  const file = logo.kind === "stored" ? logo.file : "";
  expect(readFileSync(join(folders.ownContentDir, file), "utf8")).not.toBe("as before");
});
