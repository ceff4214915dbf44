import { loadContent } from "../../content-model/load.ts";
import { restoreContent } from "../../publishing/restore-content.ts";
import { loadConfig } from "../../server/config.ts";
import { explainBuildError } from "../../tools/build/explain-error.ts";

const [folder = ""] = process.argv.slice(2);
const { contentDir } = loadConfig();
try {
  loadContent(folder);
  await restoreContent(folder, contentDir);
  console.log("Treść jest na serwerze. Na stronie będzie ją widać po: trainer-site publish");
} catch (error) {
  explainBuildError(error);
}
