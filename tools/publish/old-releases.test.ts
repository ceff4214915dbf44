import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../publishing/testing/temporary-folder.ts";
import { tellOldReleases } from "./old-releases.ts";

test("a folder of releases that an earlier program left beside the build is named, with what to do", () => {
  const said = vi.spyOn(console, "log").mockReturnValue();
  onTestFinished(() => said.mockRestore());
  const folder = temporaryFolder();
  const old = join(folder, "releases");
  const places = { codeDir: join(folder, "build/code"), releasesDir: join(folder, "data/releases") };
  tellOldReleases(places);
  mkdirSync(old);
  tellOldReleases(places);
  symlinkSync("2026-01-02T03-04-05-000Z-a1", join(old, "current"));
  tellOldReleases({ ...places, releasesDir: old });
  expect(said).not.toHaveBeenCalled();
  tellOldReleases(places);
  expect(said.mock.calls.join()).toContain(`Folder ${old} zostawiła`);
  expect(said.mock.calls.join()).toContain("npm run publish");
});
