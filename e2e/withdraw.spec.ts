import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { loadConfig } from "../server/config.ts";

test("npm run publish -- --withdraw removes a photograph and everything made from it", async () => {
  test.setTimeout(180_000);
  const folder = await mkdtemp(join(tmpdir(), "withdraw-"));
  try {
    const config = loadConfig();
    const dataDir = join(folder, "data");
    const contentDir = join(dataDir, "content");
    await cp("content", contentDir, { recursive: true });
    await cp(config.siteDir, join(folder, "build/site"), { recursive: true });
    // Saves their drawing; a withdrawal elsewhere has removed them.
    const cards = join(config.cacheDir, "cards");
    if (existsSync(cards)) await cp(cards, join(dataDir, "cache/cards"), { recursive: true });
    await symlink(resolve(config.codeDir), join(folder, "build/code"));
    const env = {
      ...process.env,
      BUILD_DIR: join(folder, "build"),
      DATA_DIR: dataDir,
      SITE_URL: "",
      PORT: "1",
    };
    const publish = (...words: string[]) =>
      promisify(execFile)(process.execPath, ["tools/publish.ts", ...words], { env }).then(
        ({ stdout }) => ({ code: 0, text: stdout }),
        ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr }),
      );
    const traces = async () =>
      (await readdir(folder, { recursive: true }))
        .filter((name) => /\/rope(?:\.jpg|-[0-9a-f]{10})/.test(name))
        .sort();

    expect(await publish()).toMatchObject({ code: 0 });
    expect((await traces()).length).toBeGreaterThan(10);
    expect(await publish("--withdraw", "rope.jpg")).toEqual({
      code: 1,
      text: expect.stringContaining("Zdjęcie rope.jpg jest jeszcze w treści."),
    });

    const gallery = join(contentDir, "galeria.yaml");
    const text = await readFile(gallery, "utf8");
    await writeFile(gallery, text.replace(/ {2}- photo:\n {6}file: rope\.jpg\n(?: {4}.*\n)+/, ""));
    expect(await publish("--withdraw", "rope.jpg")).toEqual({
      code: 0,
      text: expect.stringContaining(
        "Zdjęcie rope.jpg wycofane z wcześniejszych wersji, historii i plików pomocniczych.",
      ),
    });
    expect(await traces()).toEqual(["data/content/photos/rope.jpg"]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
