import { findSamples, type Sample } from "../../content-model/samples.ts";
import { error, type Problem } from "../../publishing/checks/problem.ts";

export function checkSamples(contentDir: string): Problem[] {
  return findSamples(contentDir).map(({ file, line, left }) => error(explain(left), `${file}:${line}`));
}

function explain(left: Sample["left"]): string {
  switch (left.kind) {
    case "marked":
      return left.aboutClient
        ? "przykładowa opinia albo historia; wpisz prawdziwą razem ze zgodą tej osoby (consent) i usuń sample: true albo usuń cały wpis"
        : "wpis oznaczony jako przykładowy; wpisz własne dane i usuń sample: true";
    case "words":
      return `przykładowa treść: „${left.words}”`;
    case "portrait":
      return `przykładowy portret „${left.photo}” nie przedstawia nikogo; wstaw własne zdjęcie albo usuń to pole`;
  }
}
