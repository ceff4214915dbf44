import { readCitations, readPromises } from "./promises/promises.ts";

// npm run promises [-- B10 …]: prints each promise with the code and the tests that cite it.
const wanted = process.argv.slice(2);
const citations = readCitations();
for (const { id, text } of readPromises()) {
  if (wanted.length > 0 && !wanted.some((part) => id === part || id.startsWith(`${part}.`))) continue;
  console.log(`${id} ${text}`);
  for (const { file, title } of citations.filter((citation) => citation.id === id)) {
    console.log(title === undefined ? `  ${file}` : `  ${file}: ${title}`);
  }
}
