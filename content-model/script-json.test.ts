import { expect, it } from "vitest";
import { toScriptJson } from "./script-json.ts";

it("lets no value end the script element, and stays the same JSON", () => {
  const hostile = { name: "</script><script>alert(1)</script><!-- & \u2028\u2029" };
  const script = toScriptJson(hostile);
  expect(script).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(script)).toEqual(hostile);
});
