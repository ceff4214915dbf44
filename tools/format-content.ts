import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatYaml } from "../content-model/writing/apply-changes.ts";

// Formats the samples in the layout that the panel writes.
const examples = readdirSync("examples").map((name) => join("examples", name));
for (const folder of ["content", "content/start", ...examples]) {
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".yaml"))) {
    const file = join(folder, name);
    writeFileSync(file, formatYaml(readFileSync(file, "utf8")));
  }
}
