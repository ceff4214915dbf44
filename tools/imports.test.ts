import { globSync, readFileSync } from "node:fs";
import { join } from "node:path/posix";
import { expect, test } from "vitest";
import { codeInputs } from "./build/build-when-stale.ts";

const browserSafe = String.raw`(enquiries|appointments|opinions)/(?!.*\.server\.ts)`;

/** What the files of a folder may import of ours (docs/architecture.md). The first folder that matches counts. */
const mayImport: [folder: string, files: string][] = [
  ["content-model/", "content-model/"],
  ["enquiries/", "enquiries/"],
  ["appointments/", "appointments/|content-model/|enquiries/"],
  ["opinions/", "opinions/|appointments/|enquiries/"],
  ["accounts/", "accounts/"],
  ["app/ui/", "app/ui/"],
  ["app/shell/", `app/(?!pages/|.*\\.server\\.tsx)|${browserSafe}`],
  ["app/entry.server.tsx", "app/|content-model/|enquiries/|appointments/|opinions/"],
  ["app/", `app/(?!.*\\.server\\.tsx)|content-model/|${browserSafe}`],
  [
    "server/",
    String.raw`server/|content-model/|enquiries/|appointments/|opinions/|app/(entry\.server\.tsx|routes\.ts)$`,
  ],
  ["publishing/", "publishing/|server/|content-model/|app/|opinions/ledger"],
  [
    "panel/server/",
    "panel/server/|publishing/|accounts/|server/|content-model/|enquiries/|appointments/|opinions/",
  ],
  [
    "panel/browser/",
    String.raw`panel/browser/|panel/server/(api|error-texts|backups/backup-facts)\.ts$|accounts/audit-actions\.ts$|app/ui/|app/styles/|content-model/|appointments/slot\.ts$|enquiries/(owner/(contact|inbox|ready-answers)|clock|plural|polish-time)\.ts$`,
  ],
  ["process/", "(process|panel|publishing|accounts|server|content-model|enquiries|appointments|opinions)/"],
  ["tools/", "(?!packaging/|e2e/|bench/|art/)"],
  ["packaging/", "(?!app/|e2e/|bench/|art/)"],
];

function forbiddenImports(file: string, text: string): string[] {
  const [, allowed = ""] = mayImport.find(([folder]) => file.startsWith(folder)) ?? [];
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)]
    .map(([, path = ""]) => join(file, "..", path))
    .filter((path) => !new RegExp(`^(?:${allowed})`).test(path))
    .map((path) => `${file} imports ${path}`);
}

test("every file imports only what its room may import", () => {
  const folders = new Set(mayImport.map(([folder]) => folder.replace(/\/.*/, "")));
  const files = globSync(`{${[...folders].join()}}/**/*.{ts,tsx,js,mjs}`, {
    exclude: ["**/*.test.*", "**/*.contract.ts", "**/testing/**", "**/node_modules/**"],
  });
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((file) => forbiddenImports(file, readFileSync(file, "utf8")))).toEqual([]);
});

test.each([
  ["enquiries/submit.server.ts", 'import { a } from "../server/config.ts";'],
  ["content-model/load.ts", 'export * from "../app/routes.ts";'],
  ["accounts/accounts.ts", 'await import("../enquiries/log.ts")'],
  ["app/ui/button.tsx", 'import "../shell/a.ts";'],
  ["app/shell/a.ts", 'import {\n  a,\n} from "../pages/a.tsx";'],
  ["app/pages/a.tsx", 'import type { a } from "../../enquiries/service.server.ts";'],
  ["server/app.ts", 'import { a } from "../app/pages/a.tsx";'],
  ["publishing/publish.ts", 'import { a } from "../enquiries/log.ts";'],
  ["panel/server/api.ts", 'type A = typeof import("../browser/api.ts");'],
  ["panel/browser/api.ts", 'import { a } from "../server/panel.ts";'],
  ["process/main.ts", 'import { a } from "../tools/serve.ts";'],
  ["tools/serve.ts", 'import { a } from "../packaging/stage.ts";'],
  ["packaging/stage.ts", 'import { a } from "../app/routes.ts";'],
])("%s may not contain: %s", (file, text) => {
  expect(forbiddenImports(file, `${text}\nimport { join } from "node:path";`)).toHaveLength(1);
});

test("every room of the product is an input of the code build", () => {
  const rooms = globSync("*/**/*.ts", { exclude: ["node_modules", "build", "data", "dist"] }).map(
    (file) => file.split(/[\\/]/)[0] ?? "",
  );
  const others = ["art", "bench", "deploy", "e2e", "packaging", "tools"];
  expect(codeInputs).toEqual(
    expect.arrayContaining([...new Set(rooms)].filter((room) => !others.includes(room))),
  );
});
