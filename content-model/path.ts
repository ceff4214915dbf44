/** The path from a file's root to a value: keys of groups and indexes of list items. */
export type Path = readonly (string | number)[];

/** Formats `["services", 1, "price"]` as `services[1].price`. */
export function formatPath(path: Path): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`))
    .join("")
    .replace(/^\./, "");
}

/** Parses `services.1.price` or `services[1].price` into `["services", 1, "price"]`. */
export function parsePath(text: string): Path {
  const keys = text.split(/[.[\]]+/).filter(Boolean);
  return keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

export type Tree = Record<string | number, unknown>;

/** Whether a value is a group of fields or a list. */
export function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null;
}

/** Yields the value itself, then every value within it, each with its path. */
export function* walkValues(value: unknown, path: Path = []): Generator<{ path: Path; value: unknown }> {
  yield { path, value };
  if (!isTree(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    yield* walkValues(inner, [...path, Array.isArray(value) ? Number(key) : key]);
  }
}

/** Makes a deep copy in which `change` may replace any value. `change` does not see the parts of a replaced value. */
export function mapDeep(value: unknown, change: (value: unknown) => unknown): unknown {
  const changed = change(value);
  if (changed !== value || !isTree(value)) return changed;
  if (Array.isArray(value)) return value.map((inner) => mapDeep(inner, change));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapDeep(inner, change)]));
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) => (isTree(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  );
}

/** Deep equality of YAML values, regardless of the order of fields. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isTree(one) || !isTree(other)) return Object.is(one, other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

/** Returns the next value but reuses equal parts of the previous one, so that memoized components do not render again. */
export function shareStructure<Value>(before: unknown, next: Value): Value {
  if (isSame(before, next)) return before as Value;
  if (!isTree(before) || !isTree(next) || Array.isArray(before) !== Array.isArray(next)) return next;
  const moved = (inner: unknown) => Array.isArray(before) && before.find((known) => isSame(known, inner));
  const shared = (inner: unknown, key: string | number) =>
    shareStructure(isSame(before[key], inner) ? before[key] : moved(inner) || before[key], inner);
  const parts = Array.isArray(next)
    ? next.map(shared)
    : Object.fromEntries(Object.entries(next as Tree).map(([key, inner]) => [key, shared(inner, key)]));
  return parts as Value;
}
