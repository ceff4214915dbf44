import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from "saxes";

export interface SvgProblem {
  problem: string;
  hint: string;
}

const svgNamespace = "http://www.w3.org/2000/svg";
const harmlessNamespaces = new Set([
  "",
  "http://www.w3.org/2000/xmlns/",
  "http://www.w3.org/XML/1998/namespace",
]);
const shapes = new Set([
  ...["svg", "g", "defs", "symbol", "use", "title", "desc"],
  ...["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"],
  ...["linearGradient", "radialGradient", "stop", "clipPath", "mask", "pattern"],
]);

const asPng = "albo zapisz logo jako PNG.";
const plainSvg = `W programie graficznym zapisz je jako zwykły SVG (Inkscape: Optymalizowany SVG) ${asPng}`;
const withoutScript = `Zapisz je jako zwykły rysunek, bez skryptów, ${asPng}`;
const withAttributes = `Zapisz je z wyglądem w atrybutach (Inkscape: Optymalizowany SVG, Illustrator: atrybuty prezentacji) ${asPng}`;
const selfContained = `Logo musi składać się tylko z tego, co jest w pliku. Usuń odwołanie ${asPng}`;

const refusedElements: Partial<Record<string, SvgProblem>> = {
  script: { problem: "zawiera skrypt", hint: withoutScript },
  style: { problem: "zawiera arkusz stylów (element style)", hint: withAttributes },
  image: { problem: "zawiera wstawione zdjęcie (element image)", hint: "Zapisz logo jako PNG." },
  text: { problem: "zawiera napis (element text)", hint: `Zamień napisy na krzywe ${asPng}` },
};

/**
 * Checks that an SVG file is a plain drawing: shapes and their attributes, but no scripts, external resources or styles.
 * Returns the first problem, or undefined.
 */
export function findSvgProblem(text: string): SvgProblem | undefined {
  const parser = new SaxesParser({ xmlns: true });
  let found: SvgProblem | undefined;
  let depth = 0;
  const report = (problem: SvgProblem | undefined) => {
    if (problem) found ??= { ...problem, problem: `${problem.problem} (linia ${parser.line})` };
  };
  parser.on("error", () => report({ problem: "nie jest poprawnym plikiem SVG", hint: plainSvg }));
  parser.on("doctype", (doctype) => {
    if (doctype.includes("[")) report({ problem: "zawiera własne definicje (DOCTYPE)", hint: plainSvg });
  });
  parser.on("processinginstruction", ({ target }) =>
    report({ problem: `zawiera polecenie dla innego programu (${target})`, hint: plainSvg }),
  );
  const repetition = createRepetitionCounter();
  parser.on("opentag", (tag) => {
    if (depth++ === 0) report(findRootProblem(tag));
    repetition.open(tag);
    report(findElementProblem(tag));
    for (const attribute of Object.values(tag.attributes)) report(findAttributeProblem(attribute));
  });
  parser.on("closetag", () => repetition.close());
  parser.write(text).close();
  return found ?? findRepetitionProblem(repetition.count(maxDepth));
}

const maxUses = 50;
const maxDepth = 2;

function findRepetitionProblem({ uses, depth }: Repetition): SvgProblem | undefined {
  const hint = `W programie graficznym zamień klony na zwykłe kształty (Inkscape: Odłącz klon) ${asPng}`;
  if (depth > maxDepth) return { problem: "powtarza kształty piętrowo (element use)", hint };
  if (uses > maxUses) {
    return { problem: `powtarza kształty ${uses} razy (element use), a może najwyżej ${maxUses}`, hint };
  }
  return undefined;
}

function findRootProblem({ uri, local, attributes }: SaxesTagNS): SvgProblem | undefined {
  if (uri !== svgNamespace || local !== "svg") return { problem: "nie jest rysunkiem SVG", hint: plainSvg };
  const isSized = "viewBox" in attributes || ("width" in attributes && "height" in attributes);
  return isSized ? undefined : { problem: "nie ma rozmiaru (viewBox)", hint: plainSvg };
}

function findElementProblem({ uri, local, name }: SaxesTagNS): SvgProblem | undefined {
  if (uri === svgNamespace && shapes.has(local)) return undefined;
  return (
    refusedElements[local] ?? {
      problem: `zawiera element „${name}”, którego nie można tu użyć`,
      hint: plainSvg,
    }
  );
}

function findAttributeProblem({ uri, local, name, value }: SaxesAttributeNS): SvgProblem | undefined {
  if (/^on/i.test(local)) return { problem: `zawiera skrypt (atrybut ${name})`, hint: withoutScript };
  if (/^style$/i.test(local)) return { problem: "ma styl w atrybucie style", hint: withAttributes };
  if (/^(?:href|base)$/i.test(local)) {
    return value.trim().startsWith("#")
      ? undefined
      : { problem: `odwołuje się do czegoś poza plikiem (atrybut ${name})`, hint: selfContained };
  }
  if (!harmlessNamespaces.has(uri)) {
    return { problem: `zawiera dane programu graficznego (atrybut ${name})`, hint: plainSvg };
  }
  // A backslash can disguise `url` in CSS, and image-set() takes an address without it.
  if (uri === "" && /url\(\s*["']?\s*(?!#|["'\s])|\/\/|\\/i.test(value)) {
    return { problem: `odwołuje się do czegoś poza plikiem (atrybut ${name})`, hint: selfContained };
  }
  return undefined;
}

/** How often a drawing reuses its own parts. */
interface Repetition {
  /** Number of `use` elements. */
  uses: number;
  /** The longest chain of references, counted up to one more than the limit. */
  depth: number;
}

/**
 * Tracks the references within a drawing while it is parsed. Each level of nested `use` can multiply the browser's work, so a
 * small file could freeze it. Gradients are only colours and do not count.
 */
function createRepetitionCounter() {
  const openIds: (string | undefined)[] = [];
  const gradients = new Set<string>();
  /** The ids referenced within each id, and all referenced ids. */
  const within = new Map<string, Set<string>>();
  const everywhere = new Set<string>();
  let uses = 0;

  /** The length of a chain of references; a cycle never ends, so counting stops above `limit`. */
  function depthUpTo(limit: number): number {
    let depth = 0;
    let reached = shapesIn([...everywhere]);
    while (reached.size > 0 && depth <= limit) {
      depth++;
      reached = shapesIn([...reached].flatMap((id) => [...(within.get(id) ?? [])]));
    }
    return depth;
  }

  const shapesIn = (ids: readonly string[]) => new Set(ids.filter((id) => !gradients.has(id)));

  return {
    open({ local, attributes }: SaxesTagNS) {
      const all = Object.values(attributes);
      const id = all.find((attribute) => attribute.name === "id")?.value;
      openIds.push(id);
      if (local === "use") uses++;
      if (/^(?:linear|radial)Gradient$/.test(local)) {
        if (id !== undefined) gradients.add(id);
        return;
      }
      for (const target of all.flatMap(({ local: name, value }) => referencesIn(name, value))) {
        everywhere.add(target);
        for (const outer of openIds) {
          if (outer !== undefined) within.set(outer, (within.get(outer) ?? new Set()).add(target));
        }
      }
    },
    close() {
      openIds.pop();
    },
    count: (depthLimit: number): Repetition => ({ uses, depth: depthUpTo(depthLimit) }),
  };
}

function referencesIn(attribute: string, value: string): string[] {
  if (attribute === "href") return value.trim().startsWith("#") ? [value.trim().slice(1)] : [];
  return [...value.matchAll(/url\(\s*["']?\s*#([^"')\s]+)/g)].map(([, id = ""]) => id);
}
