// An attacker who acts as the site's user: puts a link to PLACE wherever a new folder appears in FOLDER. For root.test.ts and try.sh.
//   node packaging/testing/try-swapping.mjs FOLDER PLACE
import { lstatSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";

const [, , folder, place] = process.argv;
process.chdir(folder);
const known = new Set([...readdirSync("."), "swapped-ready"]);
writeFileSync("swapped-ready", "");
for (let count = 0; ; )
  for (const name of readdirSync(".")) {
    if (known.has(name)) continue;
    try {
      if (!lstatSync(name).isDirectory()) continue;
      known.add(`swapped-${count}`);
      renameSync(name, `swapped-${count++}`);
      symlinkSync(place, name);
    } catch {
      // Somebody else was faster.
    }
  }
