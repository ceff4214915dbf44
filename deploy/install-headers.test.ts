import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createReleaseFiles } from "../publishing/release-files.ts";
import { writeHostingFiles } from "../publishing/site/hosting.ts";
import { temporaryFolder } from "../publishing/testing/temporary-folder.ts";

const facts = {
  pages: { "/": "index.html", "/oferta": "oferta.html" },
  scriptHashes: ["sha256-YQ=="],
  styleHashes: ["sha256-Yg=="],
  siteUrl: "https://example.pl",
  api: { browserBaseUrl: "https://uslugi.example.pl/", baseUrl: null },
};

/** Runs the script on a build's output after `change`. */
async function install(change = (text: string) => text) {
  const folder = temporaryFolder();
  await writeHostingFiles(folder, createReleaseFiles(join(folder, "client")), facts);
  const source = join(folder, "hosting/nginx.conf");
  const text = change(readFileSync(source, "utf8"));
  writeFileSync(source, text);
  const target = join(folder, "installed");
  const { status, stderr } = spawnSync("sh", ["deploy/install-headers.sh", source, target], {
    encoding: "utf8",
  });
  return { status, stderr, text, target };
}

describe("the headers for nginx", () => {
  test("are installed unchanged", async () => {
    const { status, stderr, text, target } = await install();
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(readFileSync(target, "utf8")).toBe(text);
    expect(statSync(target).mode & 0o777).toBe(0o644);
  });

  test("are not installed if the file is empty", async () => {
    const { status, target } = await install(() => "");
    expect(status).toBe(1);
    expect(existsSync(target)).toBe(false);
  });
});

const evil = [
  "access_log /etc/cron.d/evil;",
  "location /x { alias /; }",
  "    alias /;",
  "include /etc/passwd;",
  'add_header X-A "a"; access_log /etc/evil;',
  'add_header X-A "$http_authorization";',
  'add_header X-A "a\\" always; access_log /etc/evil; #";',
  'add_header X-A "a"\taccess_log "/etc/evil";',
  'add_header X-A "a\rb";',
  "load_module /tmp/evil.so;",
  "    try_files /../../etc/passwd =404;",
];

test.each(evil)("%j is refused", async (line) => {
  const { status, stderr, target } = await install((text) => `${text}${line}\n`);
  expect(status).toBe(1);
  expect(stderr).toContain("nothing was installed");
  expect(existsSync(target)).toBe(false);
});
