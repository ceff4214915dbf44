import {
  type Alias,
  type Document,
  isCollection,
  isNode,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLError,
  type YAMLWarning,
} from "yaml";
import type { Path } from "./path.ts";
import type { Explanation } from "./problems.ts";

export interface YamlFile {
  value: unknown;
  /** The line (from 1) of the value at a path, or of its nearest existing ancestor. */
  lineOf(path: Path): number;
}

export interface YamlProblem extends Omit<Explanation, "inForm"> {
  line: number;
}

/** Parses one YAML file; returns its value or problems in Polish. */
export function readYaml(text: string): YamlFile | YamlProblem[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const firstOfLine = new Map<number, YAMLError | YAMLWarning>();
  for (const error of [...document.errors, ...document.warnings]) {
    const { line } = lines.linePos(error.pos[0]);
    // Later errors on a line are usually caused by the first one.
    if (!firstOfLine.has(line)) firstOfLine.set(line, error);
  }
  if (firstOfLine.size > 0) {
    return [...firstOfLine].map(([line, error]) => ({ line, ...(explanations[error.code] ?? unreadable) }));
  }
  const alias = findAlias(document);
  if (alias) return [{ line: lines.linePos(alias.range?.[0] ?? 0).line, ...aliasProblem }];
  return {
    value: document.toJS(),
    lineOf: (path) => lines.linePos(nearestNode(document.contents, path)?.range?.[0] ?? 0).line,
  };
}

function findAlias(document: Document): Alias | undefined {
  let found: Alias | undefined;
  visit(document, {
    Alias(_key, alias) {
      found = alias;
      return visit.BREAK;
    },
  });
  return found;
}

const aliasProblem = {
  problem: "plik używa odsyłaczy YAML (znak * przed nazwą)",
  hint: "Wpisz wartość wprost. Jeżeli tekst ma zaczynać się od gwiazdki, weź go w cudzysłów.",
};

function nearestNode(root: Node | null, path: Path): Node | null {
  let node: Node | null = root;
  for (const key of path) {
    if (!isCollection(node)) break;
    const next = node.get(key, true);
    if (!isNode(next)) break;
    node = next;
  }
  return node;
}

const quoteHint = "Jeżeli tekst zawiera dwukropek, znak # albo cudzysłów, weź cały tekst w cudzysłów.";
const indentHint = "Pola tego samego poziomu muszą mieć tyle samo spacji na początku linii.";

const explanations: Partial<Record<YAMLError["code"], { problem: string; hint: string }>> = {
  DUPLICATE_KEY: {
    problem: "to samo pole jest wpisane dwa razy",
    hint: "Zostaw jedno z nich i usuń drugie.",
  },
  BAD_INDENT: {
    problem: "linia ma złe wcięcie albo wyżej nie ma zamknięcia nawiasu",
    hint: `${indentHint} Każdy nawias [ lub { potrzebuje swojej pary.`,
  },
  TAB_AS_INDENT: {
    problem: "wcięcie jest zrobione tabulatorem",
    hint: "Zamień tabulator na spacje, po dwie na każdy poziom.",
  },
  BLOCK_AS_IMPLICIT_KEY: {
    problem: "w jednej linii są dwa pola albo wcięcie jest złe",
    hint: `${indentHint} ${quoteHint}`,
  },
  MULTILINE_IMPLICIT_KEY: {
    problem: "po nazwie pola brakuje dwukropka albo wcięcie jest złe",
    hint: `Pole wygląda tak: nazwa, dwukropek, spacja, wartość. ${indentHint}`,
  },
  MISSING_CHAR: {
    problem: "brakuje znaku: dwukropka, przecinka, nawiasu albo cudzysłowu",
    hint: "Sprawdź, czy każdy cudzysłów i nawias ma swoją parę, a po nazwie pola jest dwukropek i spacja.",
  },
  BAD_SCALAR_START: {
    problem: "tekst zaczyna się od znaku, który ma w YAML inne znaczenie",
    hint: quoteHint,
  },
  BAD_DQ_ESCAPE: {
    problem: "po znaku \\ w cudzysłowie jest coś, czego nie da się odczytać",
    hint: "Wpisz \\\\ zamiast \\ albo użyj pojedynczego cudzysłowu (').",
  },
  MULTIPLE_DOCS: {
    problem: "w pliku jest linia z samymi kreskami (---), która dzieli go na dwa dokumenty",
    hint: "Usuń tę linię.",
  },
};

const unreadable = {
  problem: "tego miejsca nie da się odczytać",
  hint: `Porównaj tę linię i linię nad nią z sąsiednimi wpisami. ${quoteHint}`,
};
