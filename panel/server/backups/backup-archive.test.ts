import { createHash, hash, randomBytes } from "node:crypto";
import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { create, Header } from "tar";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../publishing/testing/temporary-folder.ts";
import { readArchive, unpackArchive, writeArchive } from "./backup-archive.ts";
import { stageBackup } from "./stage-backup.ts";

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");

type Fields = ConstructorParameters<typeof Header>[0] & object;

function header(fields: Fields, change: (header: Buffer) => void = () => {}): Buffer {
  const block = Buffer.alloc(512);
  new Header({ mode: 0o600, type: "File", ...fields } as Fields).encode(block, 0);
  change(block);
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

function entry(path: string, text: string | Buffer, fields: Fields = {}): Buffer {
  const size = Buffer.byteLength(text);
  const padding = Buffer.alloc((512 - (size % 512)) % 512);
  return Buffer.concat([header({ path, size, ...fields } as Fields), Buffer.from(text), padding]);
}

const manifest = (files: object) =>
  entry("manifest.json", JSON.stringify({ format: 1, madeAt: "2026-11-22T03:00:00.000Z", files }));
const end = Buffer.alloc(1024);
const text = "name: Studio\n";
const stored = entry(sha256(text), text);
const sound = [stored, manifest({ "content/site.yaml": sha256(text) }), end];

async function unpack(parts: Buffer[], room = 1e6) {
  const folder = join(temporaryFolder(), "unpacked");
  const found = await unpackArchive(Readable.from([Buffer.concat(parts)]), folder, room);
  return { found, folder };
}

test("T20 an archive of forged bytes that is sound is unpacked", async () => {
  const { found, folder } = await unpack(sound);
  expect(found?.files).toEqual({ "content/site.yaml": sha256(text) });
  expect(readFileSync(join(folder, "content/site.yaml"), "utf8")).toBe(text);
});

const outside = (name: string) => [stored, manifest({ [name]: sha256(text) }), end];

test.each<[string, Buffer[]]>([
  [
    "a negative size that steps back onto itself",
    [header({ path: sha256("b"), size: 0 }, (block) => block.write("-0000001000\0", 124)), ...sound],
  ],
  [
    "a negative size in binary",
    [header({ path: sha256("b"), size: 0 }, (block) => block.fill(0xff, 124, 136)), ...sound],
  ],
  ["a size beyond its end", [header({ path: sha256(""), size: 2 ** 40 }), ...sound]],
  ["no end", [Buffer.concat(sound).subarray(0, -1500)]],
  ["no manifest", [stored, end]],
  ["something after the manifest", [...sound.slice(0, 2), stored, end]],
  ["more bytes than there is room for", [entry(sha256("x".repeat(2e6)), "x".repeat(2e6)), ...sound]],
  [
    "a symbolic link",
    [header({ path: sha256(""), type: "SymbolicLink", linkpath: "/etc/passwd" } as Fields), ...sound],
  ],
  ["a hard link", [header({ path: sha256(""), type: "Link", linkpath: "/etc/passwd" } as Fields), ...sound]],
  ["a device", [header({ path: sha256(""), type: "CharacterDevice" } as Fields), ...sound]],
  ["a folder", [header({ path: "content/", type: "Directory" } as Fields), ...sound]],
  ["an entry outside", [entry("../outside", text), ...sound]],
  ["an absolute entry", [entry("/tmp/outside", text), ...sound]],
  ["a wrong checksum", [Buffer.concat(sound).fill(1, 148, 150)]],
  ["other bytes than its name says", [entry(sha256("other"), text), ...sound]],
  [
    "a file that the manifest names and the archive lacks",
    [manifest({ "content/site.yaml": sha256(text) }), end],
  ],
  ["a path out of its folder", outside("content/../../outside")],
  ["an absolute path", outside("/tmp/outside")],
  ["a path of another folder", outside("releases/current")],
  ["a path with a backslash", outside("content/..\\outside")],
  ["a folder in the place of a file", outside("content/")],
  ["compression", [gzipSync(Buffer.concat(sound))]],
  ["a small bomb", [gzipSync(Buffer.alloc(50_000_000))]],
  ["a manifest that is no JSON", [stored, entry("manifest.json", "{"), end]],
  ["another format", [stored, entry("manifest.json", '{"format":2,"madeAt":"","files":{}}'), end]],
  ["nothing", []],
])("T20 an archive with %s is refused, and nothing is written outside its folder", async (_, parts) => {
  const { found, folder } = await unpack(parts);
  expect(found).toBeUndefined();
  expect(readdirSync(join(folder, ".."))).toEqual(["unpacked"]);
  expect(existsSync("/tmp/outside")).toBe(false);
});

test("T20 an archive with absurdly many entries is refused", async () => {
  const many = Array.from({ length: 10_001 }, (_, index) => entry(sha256(`${index}`), `${index}`));
  const read = (parts: Buffer[]) =>
    readArchive(Readable.from([Buffer.concat([...parts, ...sound])]), { room: 1e9 });
  expect(await read(many)).toBeUndefined();
  expect(await read(many.slice(0, 100))).toBeDefined();
});

test("T20 a small archive whose manifest names one entry again and again is refused before it fills the disk", async () => {
  const large = "x".repeat(100_000);
  const names = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`published/${at}`, sha256(large)]));
  const bomb = (count: number) => unpack([entry(sha256(large), large), manifest(names(count)), end]);
  await expect(bomb(11)).rejects.toThrow("Na dysku nie ma dość miejsca.");
  expect((await bomb(20_001)).found).toBeUndefined();
  expect((await bomb(10)).found).toBeDefined();
});

test("what is written is read back, and identical files are stored once", async () => {
  const workDir = temporaryFolder();
  const paths = ["one", "same", "other"].map((name) => join(workDir, name));
  for (const path of paths) writeFileSync(path, path.endsWith("other") ? "b" : "a".repeat(3000));
  const sources = paths.map((path, index) => ({ name: `content/photos/@${index}.jpg`, path }));
  const file = join(workDir, "kopia.tar");
  await writeArchive(file, sources, { workDir, now: new Date("2026-11-22T03:00:00Z") });
  const folder = join(workDir, "unpacked");
  const found = await unpackArchive(createReadStream(file), folder, 1e6);
  expect(found?.madeAt).toBe("2026-11-22T03:00:00.000Z");
  expect(readdirSync(join(folder, "content/photos"))).toEqual(["@0.jpg", "@1.jpg", "@2.jpg"]);
  expect(readFileSync(join(folder, "content/photos/@1.jpg"), "utf8")).toBe("a".repeat(3000));
  expect(readFileSync(file).length).toBeLessThan(6000 + 2 * 3000);
});

test("P8.3 files may be named relative to the current folder, as DATA_DIR is by default", async () => {
  const workDir = temporaryFolder();
  const path = relative("", join(workDir, "site.yaml"));
  writeFileSync(path, text);
  const file = join(workDir, "kopia.tar");
  await writeArchive(file, [{ name: "content/site.yaml", path }], { workDir, now: new Date(0) });
  expect((await readArchive(createReadStream(file), { room: 1e6 }))?.files).toEqual({
    "content/site.yaml": sha256(text),
  });
});

test("P8.3 an archive that is refused while its files are being written is called damaged, and nothing of it stays", async () => {
  const folder = temporaryFolder();
  const names = Array.from({ length: 60 }, (_, at) => {
    const bytes = randomBytes(20_000);
    const name = hash("sha256", bytes);
    if (at === 30) bytes[0] = (bytes[0] ?? 0) ^ 1;
    writeFileSync(join(folder, name), bytes);
    return name;
  });
  const chunks: Buffer[] = [];
  for await (const chunk of create({ cwd: folder, portable: true }, names)) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  for (let round = 0; round < 10; round += 1) {
    const dataDir = temporaryFolder();
    const staged = await stageBackup(Readable.from([bytes]), dataDir, 1e9);
    expect(staged).toEqual({ ok: false, problem: expect.stringContaining("jest uszkodzony") });
    expect(readdirSync(dataDir)).toEqual([]);
  }
});
