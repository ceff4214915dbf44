import { loadConfig } from "../server/config.ts";
import { rollBack } from "./publish/roll-back.ts";
import { tellWhatVisitorsSee, timeOf } from "./publish/tell-owner.ts";

const config = loadConfig();
const wanted = process.argv[2];
const result = await rollBack(config.releasesDir, wanted);
if (result.kind === "changed") {
  console.log(`Przywrócono wersję z ${timeOf(result.to)} (${result.to}).`);
  await tellWhatVisitorsSee(config);
} else {
  const what = wanted === undefined ? "Nie ma wcześniejszej wersji" : `Nie ma wersji ${wanted}`;
  const kept = result.kept.length > 0 ? `Przechowywane wersje:\n${result.kept.join("\n")}` : "";
  console.error([`${what}. Nic się nie zmieniło.`, kept].filter(Boolean).join("\n"));
  process.exitCode = 1;
}
