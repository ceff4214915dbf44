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
  const open: SaxesTagNS[] = [];
  const references: Reference[] = [];
  const gradients = new Set<string | undefined>();
  let uses = 0;
  parser.on("opentag", (tag) => {
    if (open.push(tag) === 1) report(findRootProblem(tag));
    report(findElementProblem(tag));
    for (const attribute of Object.values(tag.attributes)) report(findAttributeProblem(attribute));
    if (tag.local === "use") uses += 1;
    if (/^(?:linear|radial)Gradient$/.test(tag.local)) gradients.add(tag.attributes.id?.value);
    else references.push(...referencesOf(tag, open));
  });
  parser.on("closetag", () => open.pop());
  parser.write(text).close();
  // Gradients are only colours.
  const repeating = references.filter(({ to }) => !gradients.has(to));
  return found ?? findRepetitionProblem(repeating, uses);
}

const maxUses = 50;
const maxDepth = 2;

/**
 * Each level of nested `use`, pattern, mask or clip path can multiply the browser's work, so a small file could freeze it. A cycle
 * never ends, so counting stops above the limit.
 */
function findRepetitionProblem(references: readonly Reference[], uses: number): SvgProblem | undefined {
  const hint = `W programie graficznym zamień klony na zwykłe kształty (Inkscape: Odłącz klon) ${asPng}`;
  let reached = references;
  for (let depth = 0; depth < maxDepth; depth += 1) {
    const targets = new Set(reached.map(({ to }) => to));
    reached = references.filter(({ within }) => within.some((id) => targets.has(id)));
  }
  if (reached.length > 0) return { problem: "powtarza kształty piętrowo (element use)", hint };
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

/** A part of a drawing that shows another part of it again. */
interface Reference {
  readonly to: string;
  /** The ids of the elements around it and its own. */
  readonly within: readonly string[];
}

function referencesOf({ attributes }: SaxesTagNS, open: readonly SaxesTagNS[]): Reference[] {
  const targets = Object.values(attributes).flatMap(({ local, value }) => {
    if (local === "href") return value.trim().startsWith("#") ? [value.trim().slice(1)] : [];
    return [...value.matchAll(/url\(\s*["']?\s*#([^"')\s]+)/g)].map(([, id = ""]) => id);
  });
  if (targets.length === 0) return [];
  const within = open.flatMap((tag) => tag.attributes.id?.value ?? []);
  return targets.map((to) => ({ to, within }));
}
