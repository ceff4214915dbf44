import { findSamples, type Sample } from "../../content-model/samples.ts";
import { error, type Problem } from "../../publishing/checks/problem.ts";

/** Finds every place in the content that still holds sample data. */
export function checkSamples(contentDir: string): Problem[] {
  return findSamples(contentDir).map(({ file, line, left }) => error(explain(left), `${file}:${line}`));
}

function explain(left: Sample["left"]): string {
  switch (left.kind) {
    case "marked":
      return "wpis oznaczony jako przykładowy; wpisz własne dane i usuń sample: true";
    case "words":
      return `przykładowa treść: „${left.words}”`;
    case "honour":
      return `przykładowe zdjęcie „${left.photo}” pokazuje wyróżnienie, którego nikt nie zdobył; wstaw własne zdjęcie albo usuń to pole`;
  }
}
