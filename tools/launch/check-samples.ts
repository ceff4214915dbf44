import { findSamples } from "../../content-model/samples.ts";
import { error, type Finding } from "../../publishing/checks/finding.ts";

/** Every place of the content folder that still holds sample data. */
export function checkSamples(contentDir: string): Finding[] {
  return findSamples(contentDir).map(({ file, line, left }) =>
    error(
      left.kind === "marked"
        ? "wpis oznaczony jako przykładowy; wpisz własne dane i usuń sample: true"
        : `przykładowa treść: „${left.words}”`,
      `${file}:${line}`,
    ),
  );
}
