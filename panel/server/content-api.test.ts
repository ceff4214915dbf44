import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { startPanel } from "./testing/panel-fixture.ts";

let panel: Awaited<ReturnType<typeof startPanel>>;
let browser: ReturnType<(typeof panel)["createBrowser"]>;

beforeEach(async () => {
  panel = await startPanel();
  browser = await panel.signInByLink(panel.createBrowser());
});

const put = async (name: string, changes: object[], headers = {}) => {
  const response = await browser.write(`/panel/api/content/${name}`, { changes }, { method: "PUT", headers });
  return { status: response.status, body: await response.json() };
};
const file = (name: string) => join(panel.contentDir, `${name}.yaml`);

const price = { do: "set", at: ["services", { at: ["id"], is: "trening" }, "price", "amount"] };

test("P4.1 P4.2 the first change copies the sample to the owner's content, and is unpublished", async () => {
  const before = await (await browser.get("/panel/api/content/oferta")).json();
  expect(before).toMatchObject({ form: { label: "Oferta" }, unpublished: 0, problems: [] });
  expect(existsSync(panel.contentDir)).toBe(false);
  const { body } = await put("oferta", [{ ...price, old: 150, value: 160 }]);
  expect(body).toMatchObject({ unmade: [], unpublished: 1, problems: [] });
  expect(body.value.services[3].price).toEqual({ amount: 160, unit: "za trening" });
  const sample = readFileSync("content/oferta.yaml", "utf8");
  expect(readFileSync(file("oferta"), "utf8")).toBe(sample.replace("amount: 150", "amount: 160"));
});

test("P4.1 a change made by hand shows like any other", async () => {
  await put("oferta", [{ ...price, old: 150, value: 160 }]);
  const text = readFileSync(file("kontakt"), "utf8");
  writeFileSync(file("kontakt"), text.replace(/^heading: .*$/m, "heading: Zapraszam"));
  const contact = await (await browser.get("/panel/api/content/kontakt")).json();
  expect(contact).toMatchObject({ unpublished: 2, value: { heading: "Zapraszam" } });
});

test("P4.5 an invalid value is kept, and explained at its field in words for a form", async () => {
  const { body } = await put("site", [{ do: "set", at: ["telephone"], old: "+48 000 000 000", value: "12" }]);
  expect(body.value.telephone).toBe("12");
  const text = "„12” nie jest numerem telefonu. Wpisz cały, na przykład 600 100 200.";
  expect(body.problems).toEqual([{ at: "telephone", text, about: "12" }]);
});

test("P4.6 of several changes, those without a conflict are made", async () => {
  await put("oferta", [{ ...price, old: 150, value: 155 }]);
  const { body } = await put("oferta", [
    { ...price, old: 150, value: 160 },
    { do: "set", at: ["heading"], old: "Tyle, ile potrzebujesz", value: "Cennik" },
  ]);
  expect(body.unmade).toEqual([{ at: 0, reason: "conflict", found: 155 }]);
  expect(body.value).toMatchObject({ heading: "Cennik" });
});

test("P4.1 a save that arrives twice is applied once, even if the first answer is no longer remembered", async () => {
  const add = { do: "add", list: ["faq"], value: { question: "Nowe?", answer: "Tak." }, equalBefore: 0 };
  const rename = {
    do: "set",
    at: ["steps", { at: ["title"], is: "Ankieta" }, "title"],
    old: "Ankieta",
    value: "Pytania",
  };
  const first = await put("oferta", [add, rename]);
  const again = await put("oferta", [add, rename]);
  expect(again.body.value).toEqual(first.body.value);
  expect(again.body.unmade).toEqual([]);
});

test("emptying an optional field removes it; an unreadable file is reported", async () => {
  await put("site", [{ do: "set", at: ["priceRange"], old: "120–250 zł" }]);
  expect(readFileSync(file("site"), "utf8")).not.toContain("priceRange");
  writeFileSync(file("site"), "name: [");
  const broken = await (await browser.get("/panel/api/content/site")).json();
  expect(broken.value).toBeUndefined();
  expect(broken.problems).toHaveLength(1);
  const { body } = await put("site", [{ do: "set", at: ["name"], old: "x", value: "y" }]);
  expect(body.unmade).toEqual([{ at: 0, reason: "refused" }]);
});

test("there are eight files, and no other name is accepted", async () => {
  const { files } = await (await browser.get("/panel/api/content")).json();
  expect(files.map(({ label }: { label: string }) => label)).toContain("Strona główna");
  expect(files).toHaveLength(8);
  expect((await browser.get("/panel/api/content/..%2Fsite")).status).toBe(404);
  expect((await put("site", [{ do: "sweep" }])).status).toBe(400);
});

test("a request with more than fifty changes is refused", async () => {
  const changes = Array.from({ length: 51 }, () => ({ ...price, old: 150, value: 150 }));
  expect((await put("oferta", changes)).status).toBe(400);
  expect((await put("oferta", changes.slice(1))).status).toBe(200);
});

test("P4.1 T3 a long text that was pasted into one field can be shortened and removed again", async () => {
  const { value } = await (await browser.get("/panel/api/content/oferta")).json();
  const long = "Ważne zdanie. ".repeat(5_000);
  const texts = [value.lead, long, long.slice(0, -14), "Krótko."];
  for (const [number, text] of texts.slice(1).entries()) {
    const changes = [{ do: "set", at: ["lead"], old: texts[number], value: text }];
    expect(await put("oferta", changes)).toMatchObject({ status: 200, body: { unmade: [] } });
  }
});
