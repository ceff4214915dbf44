import { globSync, readFileSync, writeFileSync } from "node:fs";
import { formatYaml } from "../content-model/writing/apply-changes.ts";

// Formats the samples in the layout that the panel writes.
for (const file of globSync("{content,content/start,examples/*}/*.yaml"))
  writeFileSync(file, formatYaml(readFileSync(file, "utf8")));
