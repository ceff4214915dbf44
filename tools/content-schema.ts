import { writeJsonSchemas } from "../content-model/json-schema.ts";
import { loadConfig } from "../server/config.ts";

const { contentDir } = loadConfig();
writeJsonSchemas(contentDir);
console.log(`Schematy dla edytorów zapisane w folderze ${contentDir}/schema.`);
