import { createStore } from "../../../app/ui/store.ts";
import type { ContentName } from "../../../content-model/content.ts";
import type { FormField } from "../../../content-model/form-field.ts";
import { isSame, isTree, parsePath, type Tree, valueAt } from "../../../content-model/path.ts";
import { applyEdit, planChange } from "../../../content-model/writing/changes.ts";
import type { Unsaved } from "./unsaved.ts";

interface Problem {
  readonly at: string;
  readonly text: string;
  /** The value with the problem: another value may have solved it. */
  readonly about?: unknown;
}

/** The server's last answer about a file. */
export interface FileAnswer {
  readonly label: string;
  readonly form: FormField;
  /** The content of the file; undefined if it cannot be read. */
  readonly value?: unknown;
  readonly problems: readonly Problem[];
  readonly choices: Readonly<Record<string, readonly { readonly value: string; readonly label: string }[]>>;
  readonly photos: readonly string[];
  readonly unpublished: number;
  /** When the server answered. */
  readonly at: number;
}

const answers = createStore<ReadonlyMap<ContentName, FileAnswer>>(new Map());

export const knownAnswer = (name: ContentName) => answers.get().get(name);
export const subscribeAnswers = answers.subscribe;

/** Answers to saves lack the label and the form, because those never change. */
export function keepAnswer(name: ContentName, answer: Omit<FileAnswer, "label" | "form">): void {
  const known = knownAnswer(name);
  const problems = answer.problems.map((problem) => ({
    ...problem,
    about: valueAt(answer.value, parsePath(problem.at)),
  }));
  // Structural sharing: only fields whose part of the answer changed render again.
  const next = shareStructure(known, { ...known, ...answer, problems }) as FileAnswer;
  answers.set(new Map(answers.get()).set(name, next));
}

/** The value that a form shows: the server's, with all unsaved changes applied. */
export function withUnsaved(value: unknown, name: ContentName, { saves }: Unsaved): unknown {
  const changes = saves.flatMap((save) => ("name" in save && save.name === name ? save.changes : []));
  return changes.reduce((before, { change }) => {
    const plan = planChange(before, change);
    return "edit" in plan && plan.edit ? applyEdit(before, plan.edit) : before;
  }, value);
}

/** Returns the next value, reusing equal parts of the one before, so that memoized fields do not render again. */
export function shareStructure(before: unknown, next: unknown): unknown {
  if (Object.is(before, next) || isSame(before, next)) return before;
  if (!isTree(before) || !isTree(next) || Array.isArray(before) !== Array.isArray(next)) return next;
  if (Array.isArray(next)) {
    const items = before as unknown as readonly unknown[];
    const same = (item: unknown, at: number) =>
      isSame(items[at], item) ? items[at] : items.find((known) => isSame(known, item));
    return next.map((item, at) => same(item, at) ?? shareStructure(items[at], item));
  }
  const entries = Object.entries(next).map(([key, inner]) => [
    key,
    shareStructure((before as Tree)[key], inner),
  ]);
  return Object.fromEntries(entries);
}
