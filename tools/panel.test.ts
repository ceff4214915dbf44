import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../publishing/testing/temporary-folder.ts";
import { noSettings } from "../server/config.ts";

test.each([
  ["http://localhost:3000", "w przeglądarce na tym komputerze"],
  ["https://www.example.pl", "na telefonie, na którym będzie panel"],
])("P2.1 the link to the panel at %s is to be opened where it leads to the site", async (siteUrl, where) => {
  const env = { ...process.env, ...noSettings, DATA_DIR: temporaryFolder(), SITE_URL: siteUrl };
  const { stdout } = await promisify(execFile)(process.execPath, ["tools/panel.ts", "link"], { env });
  expect(stdout).toContain(`Otwórz ten link ${where}. Działa jeden raz`);
  expect(stdout).toContain(`${siteUrl}/panel/start#`);
});
