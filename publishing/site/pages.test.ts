import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { policyHashes } from "./pages.ts";

const importMap = '{"integrity":{"/assets/a.js":"sha384-YQ=="}}';
const client = {
  firstViewScript: "first()",
  bootScript: "boot()",
  importMap,
  baseCss: "body{}",
  typefaceCss: "p{}",
  pageCss: { index: "h1{}", error: "h2{}" },
};

const page = (more = "") =>
  `<style>body{}</style><style id="typeface">p{}</style><style>h1{}</style>` +
  `<script>first()</script><script type="application/ld+json">{"@type":"Person"}</script>${more}` +
  `<script type="application/json" id="initial-state">{}</script>` +
  `<script type="importmap">${importMap}</script><script type="module">boot()</script>`;

const hashOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

test("the policy allows our scripts and styles, and only those that a page contains", () => {
  expect(policyHashes([page(), page()], client)).toEqual({
    scriptHashes: ["first()", importMap, "boot()"].map(hashOf),
    styleHashes: ["body{}", "p{}", "h1{}"].map(hashOf),
  });
});

test.each([
  "<script>alert(1)</script>",
  "<SCRIPT>alert(1)</SCRIPT>",
  "<script >alert(1)</script >",
  "<script/x>alert(1)",
  '<script type="module">alert(1)</script>',
  '<script type="text/javascript">alert(1)</script>',
  '<script src="https://example.com/a.js"></script>',
  '<script async type="application/json">alert(1)</script>',
  "<style>body{display:none}</style>",
])("a build with %s in a page fails", (foreign) => {
  expect(() => policyHashes([page(), page(foreign)], client)).toThrow("that is not ours");
});
