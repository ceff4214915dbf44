import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LoggableError } from "../enquiries/log.ts";
import { temporaryFolder } from "../publishing/testing/temporary-folder.ts";
import { readSite } from "./build-facts.ts";
import { writeFixtureBuild } from "./testing/site-fixture.ts";

function writeBuild(): string {
  const folder = temporaryFolder();
  writeFixtureBuild(folder);
  return join(folder, "site");
}

test.each([
  ["{}", /^The build's site.json cannot be read: .*version/s],
  ["", "The build's site.json cannot be read: not JSON"],
])("a build whose facts are %o says in the log what is wrong with them", (text, message) => {
  const folder = writeBuild();
  expect(readSite(folder)?.version).toBe("1.2.3");
  writeFileSync(join(folder, "site.json"), text);
  expect(() => readSite(folder)).toThrow(LoggableError);
  expect(() => readSite(folder)).toThrow(message);
});
