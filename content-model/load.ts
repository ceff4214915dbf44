import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { type Content, type ContentName, contentSchemas } from "./content.ts";
import { findMismatches } from "./cross-checks.ts";
import { explainIssue } from "./explain-issue.ts";
import { createFieldGuide } from "./field-guide.ts";
import { findLogoProblems } from "./logo-file.ts";
import { findMissingPhotos } from "./photo-files.ts";
import { fillPlaceholders } from "./placeholders.ts";
import { ContentError, type ContentProblem } from "./problems.ts";
import { type Path, readYaml, type YamlFile } from "./read-yaml.ts";

interface LoadOptions {
  /** false leaves out the check of the files that the texts name: photos and the logo. */
  checkPhotos?: boolean;
}

/**
 * Reads and checks the eight YAML files of a content folder.
 * Throws one ContentError with everything that is wrong in any of them.
 */
export function loadContent(folder: string, { checkPhotos = true }: LoadOptions = {}): Content {
  if (!existsSync(folder)) throw new ContentError([{ file: folder, path: "", ...missingFolder }]);
  const problems: ContentProblem[] = [];
  const content: Partial<Content> = {};
  const lineFinders: Partial<Record<ContentName, YamlFile["lineOf"]>> = {};

  for (const name of Object.keys(contentSchemas) as ContentName[]) {
    const loaded = loadFile(folder, name);
    if ("problems" in loaded) problems.push(...loaded.problems);
    else {
      Object.assign(content, { [name]: loaded.value });
      lineFinders[name] = loaded.lineOf;
    }
  }

  const findings = [
    ...findMismatches(content),
    ...(checkPhotos ? [...findMissingPhotos(content, folder), ...findLogoProblems(content, folder)] : []),
  ];
  for (const { name, path, problem, hint } of findings) {
    problems.push({ ...locate(folder, name, path, lineFinders[name]), problem, hint });
  }
  if (problems.length > 0) throw new ContentError(problems);
  return fillPlaceholders(content as Content);
}

function loadFile(folder: string, name: ContentName) {
  const file = filePath(folder, name);
  if (!existsSync(file)) return { problems: [{ file, path: "", ...missingFile }] };
  const yaml = readYaml(readFileSync(file, "utf8"), file);
  if (Array.isArray(yaml)) return { problems: yaml };

  const schema: z.ZodType = contentSchemas[name];
  const parsed = schema.safeParse(yaml.value ?? {}, { reportInput: true });
  if (parsed.success) return { value: parsed.data, lineOf: yaml.lineOf };
  const fieldAt = createFieldGuide(schema);
  return {
    problems: parsed.error.issues
      .flatMap((issue) => explainIssue(issue, fieldAt))
      .map(({ path, problem, hint }) => ({ ...locate(folder, name, path, yaml.lineOf), problem, hint })),
  };
}

function locate(folder: string, name: ContentName, path: Path, lineOf?: YamlFile["lineOf"]) {
  return { file: filePath(folder, name), ...(lineOf && { line: lineOf(path) }), path: formatPath(path) };
}

const filePath = (folder: string, name: ContentName) => join(folder, `${name}.yaml`);

/** `["services", 1, "price"]` as `services[1].price`. */
function formatPath(path: Path): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`))
    .join("")
    .replace(/^\./, "");
}

const missingFolder = {
  problem: "nie ma takiego folderu z treścią",
  hint: "Sprawdź jego nazwę w ustawieniu CONTENT_DIR (plik .env).",
};

const missingFile = {
  problem: "nie ma takiego pliku",
  hint: "Przywróć go z kopii albo skopiuj z przykładowej treści i wpisz swoje dane.",
};
