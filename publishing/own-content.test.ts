import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ContentName } from "../content-model/content.ts";
import { loadContent } from "../content-model/load.ts";
import { valueAt } from "../content-model/path.ts";
import { readContentFolder } from "../content-model/read-content.ts";
import { findSamples } from "../content-model/samples.ts";
import type { Change } from "../content-model/writing/change.ts";
import { configOf } from "../server/testing/config-of.ts";
import { changesBetween } from "./compare-content.ts";
import { createDraft } from "./draft.ts";
import { createOwnFacts, draftDir, ensureOwnContent } from "./own-content.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

function settings() {
  const dataDir = join(temporaryFolder(), "data");
  return { config: configOf({ DATA_DIR: dataDir }), dataDir, ownContentDir: join(dataDir, "content") };
}

test("the owner's content is a complete copy of the sample with its photographs, made once", async () => {
  const { config, ownContentDir } = settings();
  expect(draftDir(config)).toBe("content");
  expect(await ensureOwnContent(config)).toBe(true);
  expect(draftDir(config)).toBe(ownContentDir);
  expect(loadContent(ownContentDir)).toEqual(loadContent("content"));
  expect(readdirSync(join(ownContentDir, "photos"))).toEqual(readdirSync("content/photos"));
  writeFileSync(join(ownContentDir, "oferta.yaml"), "moja oferta");
  expect(await ensureOwnContent(config)).toBe(false);
  expect(readFileSync(join(ownContentDir, "oferta.yaml"), "utf8")).toBe("moja oferta");
});

test("concurrent callers get one complete content, and an empty folder does not count as content", async () => {
  const { config, dataDir, ownContentDir } = settings();
  mkdirSync(ownContentDir, { recursive: true });
  const made = await Promise.all(Array.from({ length: 8 }, () => ensureOwnContent(config)));
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(loadContent(ownContentDir)).toEqual(loadContent("content"));
  expect(readdirSync(dataDir)).toEqual(["content"]);
});

test("content in a folder that the owner chose is left alone", async () => {
  const folder = temporaryFolder();
  const config = configOf({ CONTENT_DIR: folder });
  writeFileSync(join(folder, "site.yaml"), "moje");
  expect(draftDir(config)).toBe(folder);
  expect(await ensureOwnContent(config)).toBe(false);
  expect(readdirSync(folder)).toEqual(["site.yaml"]);
});

test("C7.2 the beginning keeps what the owner has typed and nothing else of the sample, as often as it is asked for", async () => {
  const { config, ownContentDir } = settings();
  const draft = createDraft(config);
  await draft.change("site", [
    { do: "set", at: ["telephone"], old: "+48 000 000 000", value: "600 100 200" },
    { do: "set", at: ["trainer", "name"], old: "Imię Nazwisko", value: "Ewa Nowak" },
  ]);
  await draft.begin();
  const text = () => readFileSync(join(ownContentDir, "site.yaml"), "utf8");
  const begun = text();
  await draft.begin();
  expect(text()).toBe(begun);
  expect(begun).toContain("# Nazwa marki (w logo i nagłówku)");
  const { site, oferta, osiagniecia, kontakt } = loadContent(ownContentDir);
  expect(site).toMatchObject({ telephone: "+48600100200", trainer: { name: "Ewa Nowak" }, openingHours: [] });
  expect(site.trainer?.photo).toBeUndefined();
  expect([oferta.services, osiagniecia.opinions, kontakt.photos]).toEqual([[], [], []]);
  const left = findSamples(draft.read()).map(({ left }) => "text" in left && left.text);
  expect(left).toEqual(["Imię Nazwisko", "Imię Nazwisko"]);
});

test("C7.2 an update that changes the sample in between makes nothing of the old one the owner's", async () => {
  const { config, ownContentDir } = settings();
  // The sample of an earlier version of the program.
  const earlier = (folder: string) => {
    const offer = join(folder, "oferta.yaml");
    writeFileSync(offer, readFileSync(offer, "utf8").replace("4 tygodnie", "5 tygodni"));
    const site = join(folder, "site.yaml");
    writeFileSync(site, readFileSync(site, "utf8").replace(/^name: .*/m, "name: Dawny przykład"));
  };
  await ensureOwnContent(config);
  for (const folder of [ownContentDir, join(ownContentDir, ".sample")]) earlier(folder);
  expect(createOwnFacts(config)().name).toBe("");
  const draft = createDraft(config);
  await draft.begin();
  expect(draft.check()).toMatchObject({ ok: true });
  const { oferta, site } = loadContent(ownContentDir);
  expect([oferta.services, site.name]).toEqual([[], "Imię Nazwisko"]);
});

test("C7.2 a text that cannot be changed interrupts the beginning, which can be repeated", async () => {
  const { config, ownContentDir } = settings();
  const draft = createDraft(config);
  await ensureOwnContent(config);
  const offer = join(ownContentDir, "oferta.yaml");
  // Valid, but not written again as it was.
  const odd = `heading: "Oferta\\n \\n${"Oferta ".repeat(20)}"`;
  writeFileSync(offer, readFileSync(offer, "utf8").replace(/^heading: .*/m, odd));
  await expect(draft.begin()).rejects.toThrow("oferta.yaml");
  expect(valueAt(draft.read().files.site.value, ["sample"])).toBe(true);
  writeFileSync(offer, readFileSync(offer, "utf8").replace(odd, "heading: Oferta"));
  await draft.begin();
  expect(loadContent(ownContentDir).oferta.services).toEqual([]);
});

test.each([
  ["in an older encoding", /UTF-8/, (text: string) => Buffer.from(text, "latin1")],
  ["in UTF-16", /UTF-8/, (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
  ["one plain text", /^Linii 3 nie da się odczytać/, () => Buffer.from("# Kontakt\n\nzadzwonić jutro\n")],
  ["a list", /^Linii 1 nie da się odczytać/, () => Buffer.from("- Dojazd\n- Parking\n")],
  ["missing", /Nie ma takiego pliku/, () => undefined],
])(
  "P4.1 P4.7 a file that is %s is explained, and no change from the panel is written over it",
  async (_case, problem, saved) => {
    const { config, ownContentDir } = settings();
    const draft = createDraft(config);
    await ensureOwnContent(config);
    const file = join(ownContentDir, "kontakt.yaml");
    const bytes = saved(readFileSync(file, "utf8"));
    if (bytes) writeFileSync(file, bytes);
    else rmSync(file);
    const { problems } = draft.read().files.kontakt;
    expect(problems).toMatchObject([{ problem: expect.stringMatching(problem) }]);
    expect(draft.check().ok).toBe(false);
    const change: Change = { do: "set", at: ["route"], value: "Brama od ulicy." };
    expect(await draft.change("kontakt", [change])).toEqual([{ at: 0, reason: "refused" }]);
    expect(bytes ? readFileSync(file) : existsSync(file)).toEqual(bytes ?? false);
  },
);

test("C7.2 a mark stays when only the photograph beside it goes or changes", async () => {
  const { config } = settings();
  const draft = createDraft(config);
  const service = (id: string) => {
    const services = valueAt(draft.read().files.oferta.value, ["services"]) as {
      id: string;
      photo?: object;
    }[];
    return services.find((one) => one.id === id);
  };
  const at = (id: string) => ["services", { at: ["id"], is: id }, "photo"];
  const photo = { file: "rope.jpg", alt: "Skakanka na podłodze sali." };
  const [gone, changed] = ["plan-treningowy", "dieta"].map((id) => ({ id, old: service(id)?.photo }));
  expect(gone?.old).toBeDefined();
  expect(changed?.old).toBeDefined();
  const changes: Change[] = [
    { do: "set", at: at("plan-treningowy"), old: gone?.old },
    { do: "set", at: at("dieta"), old: changed?.old, value: photo },
  ];
  expect(await draft.change("oferta", changes)).toEqual([]);
  expect(service("plan-treningowy")).toMatchObject({ sample: true });
  expect(service("plan-treningowy")?.photo).toBeUndefined();
  expect(service("dieta")).toMatchObject({ sample: true, photo });
});

test("C7.2 a mark turns off by itself when the words beside it have changed, and stays while they are still a sample's", async () => {
  const { config } = settings();
  const draft = createDraft(config);
  const fileValue = (name: ContentName) => draft.read().files[name].value;
  const service = { at: ["id"], is: "dieta" };
  await draft.change("oferta", [
    { do: "set", at: ["services", service, "duration"], old: "4 tygodnie", value: "6 tygodni" },
  ]);
  const services = valueAt(fileValue("oferta"), ["services"]) as { id: string; sample?: boolean }[];
  expect(services.filter(({ sample }) => !sample).map(({ id }) => id)).toEqual(["dieta"]);
  await draft.change("site", [
    { do: "set", at: ["descriptor"], old: "trening personalny", value: "treningi" },
  ]);
  expect(valueAt(fileValue("site"), ["sample"])).toBe(true);
  const figure = { at: ["label"], is: "prowadzę treningi (przykład)" };
  await draft.change("osiagniecia", [{ do: "set", at: ["figures", figure, "value"], old: 2, value: 8 }]);
  expect(valueAt(fileValue("osiagniecia"), ["figures", 0, "sample"])).toBe(true);
  await draft.change("osiagniecia", [
    { do: "set", at: ["figures", figure, "label"], old: figure.is, value: "prowadzę treningi" },
  ]);
  expect(valueAt(fileValue("osiagniecia"), ["figures", 0])).toEqual({
    value: 8,
    unit: "lata",
    label: "prowadzę treningi",
  });
  // The mark is part of the change.
  expect(changesBetween("content", draftDir(config)).map(({ path }) => path.join("."))).toEqual([
    "descriptor",
    "services.1.duration",
    "figures.0",
    "figures.0",
  ]);
});

test("an amount that is edited after a later price has come due replaces both prices", async () => {
  const draft = createDraft(settings().config);
  const id = "trening";
  const at = ["services", { at: ["id"], is: id }, "price"];
  const price = () => draft.read().files.oferta.value as { services: { id: string; price: object }[] };
  const priceOf = () => price().services.find((service) => service.id === id)?.price;
  const due = { from: "2020-01-01", amount: 170 };
  const announced = { from: "2999-01-01", amount: 170 };
  await draft.change("oferta", [{ do: "set", at: [...at, "later"], value: announced }]);
  await draft.change("oferta", [{ do: "set", at: [...at, "amount"], old: 150, value: 160 }]);
  expect(priceOf()).toEqual({ amount: 160, unit: "za trening", later: announced });
  // Its day is being typed anew.
  const retyped = { ...announced, from: "" };
  await draft.change("oferta", [{ do: "set", at: [...at, "later"], old: announced, value: retyped }]);
  await draft.change("oferta", [{ do: "set", at: [...at, "amount"], old: 160, value: 165 }]);
  expect(priceOf()).toMatchObject({ amount: 165, later: retyped });
  await draft.change("oferta", [{ do: "set", at: [...at, "amount"], old: 165, value: 160 }]);
  await draft.change("oferta", [{ do: "set", at: [...at, "later"], old: retyped, value: due }]);
  await draft.change("oferta", [{ do: "set", at: [...at, "amount"], old: 150, value: 200 }]);
  expect(priceOf()).toEqual({ amount: 160, unit: "za trening", later: due });
  await draft.change("oferta", [{ do: "set", at: [...at, "amount"], old: 160, value: 200 }]);
  expect(priceOf()).toEqual({ amount: 200, unit: "za trening" });
});

test("P4.6 visitors keep the amount that they see when a later price that has come due is changed or removed", async () => {
  const { config, ownContentDir } = settings();
  const draft = createDraft(config);
  const at = ["services", { at: ["id"], is: "trening" }, "price"];
  const priceOf = () =>
    valueAt(draft.read().files.oferta.value, [
      "services",
      loadContent(ownContentDir).oferta.services.findIndex(({ id }) => id === "trening"),
      "price",
    ]);
  const due = { from: "2020-01-01", amount: 170 };
  await draft.change("oferta", [{ do: "set", at: [...at, "later"], value: due }]);
  const unpublished = readFileSync(join(ownContentDir, "oferta.yaml"), "utf8");

  // Nobody has seen this day: it is still being typed.
  await draft.change("oferta", [
    { do: "set", at: [...at, "later", "from"], old: due.from, value: "2999-01-01" },
  ]);
  const announced = { from: "2999-01-01", amount: 170 };
  expect(priceOf()).toEqual({ amount: 150, unit: "za trening", later: announced });

  const release = join(config.releasesDir, "2026-01-02T03-04-05-000Z-a1");
  cpSync(ownContentDir, join(release, "content"), { recursive: true });
  symlinkSync(release, join(config.releasesDir, "current"));
  for (const folder of [ownContentDir, join(release, "content")])
    writeFileSync(join(folder, "oferta.yaml"), unpublished);
  await draft.change("oferta", [{ do: "set", at: [...at, "later", "amount"], old: 170, value: 190 }]);
  await draft.change("oferta", [
    { do: "set", at: [...at, "later", "from"], old: due.from, value: "2999-01-01" },
  ]);
  expect(priceOf()).toEqual({ amount: 170, unit: "za trening", later: { from: "2999-01-01", amount: 190 } });

  writeFileSync(join(ownContentDir, "oferta.yaml"), unpublished);
  await draft.change("oferta", [{ do: "set", at: [...at, "later"], old: due }]);
  expect(priceOf()).toEqual({ amount: 170, unit: "za trening" });

  // An amount that is typed at the same time counts.
  writeFileSync(join(ownContentDir, "oferta.yaml"), unpublished);
  await draft.change("oferta", [
    { do: "set", at: [...at, "later"], old: due, value: announced },
    { do: "set", at: [...at, "amount"], old: 150, value: 160 },
  ]);
  expect(priceOf()).toEqual({ amount: 160, unit: "za trening", later: announced });
});

test("C7.2 of a headline and of opening hours in which the owner has changed one line, all lines stay", async () => {
  const { config, ownContentDir } = settings();
  const draft = createDraft(config);
  await draft.change("index", [{ do: "set", at: ["hero", "headline", 2], old: "spokój.", value: "czas." }]);
  await draft.change("site", [{ do: "set", at: ["openingHours", 0, "opens"], old: "6:00", value: "7:00" }]);
  await draft.begin();
  const { index, site } = loadContent(ownContentDir);
  expect(index.hero.headline).toEqual(["Siła", "lubi", "czas."]);
  expect(site.openingHours.map(({ opens }) => opens)).toEqual(["7:00", "8:00"]);
});

test("C7.2 one corrected word leaves the rest of the legal information as it is", async () => {
  const { config } = settings();
  const draft = createDraft(config);
  const at = ["sections", 0, "heading"];
  await draft.change("prywatnosc", [
    { do: "set", at, old: valueAt(draft.read().files.prywatnosc.value, at), value: "Administrator" },
  ]);
  await draft.begin();
  const start = readContentFolder("content/start").files.prywatnosc.value;
  const others = (value: unknown) => (valueAt(value, ["sections"]) as { heading: string }[]).slice(1);
  const own = draft.read().files.prywatnosc.value;
  expect(valueAt(own, at)).toBe("Administrator");
  expect(others(own)).toEqual(others(start));
  expect(others(own).length).toBeGreaterThan(3);
  expect(draft.check()).toMatchObject({ ok: true });
});

test("C7.2 what was tried on the sample and names one of its services keeps no page from being shown", async () => {
  const { config, ownContentDir } = settings();
  const draft = createDraft(config);
  const minutes = ["slots", "times", 0, "minutes"];
  const old = valueAt(draft.read().files.kontakt.value, minutes);
  await draft.change("kontakt", [{ do: "set", at: minutes, old, value: 45 }]);
  const caption = ["photos", 0, "caption"];
  await draft.change("galeria", [
    { do: "set", at: caption, old: valueAt(draft.read().files.galeria.value, caption), value: "Moja sala" },
  ]);
  await draft.begin();
  expect(draft.check()).toMatchObject({ ok: true });
  const { kontakt, galeria } = loadContent(ownContentDir);
  expect(kontakt.slots?.times[0]?.minutes).toBe(45);
  expect(galeria.photos.map((one) => one.caption)).toContain("Moja sala");
});

test("C7.2 nothing that search engines show of a new site asks to call, because it may have no number", async () => {
  const { config, ownContentDir } = settings();
  await createDraft(config).begin();
  const { site: _site, prywatnosc: _prywatnosc, ...pages } = loadContent(ownContentDir);
  for (const { meta } of Object.values(pages)) expect(meta.description).not.toMatch(/zadzwo|telefon/i);
});
