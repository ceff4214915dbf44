import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { useLocation, useNavigate } from "react-router";
import { createStore } from "../../../app/ui/store.ts";
import type { ContentName } from "../../../content-model/content.ts";
import { parsePath } from "../../../content-model/path.ts";
import { fieldUrl } from "../publish/field-url.ts";

/** One place of the content: a file and the way within it, `services.1.price`. */
export interface Place {
  readonly name: ContentName;
  readonly at: string;
}

/** Opens the form of a file with every group around a field, which takes the focus. */
export function useOpenField(): (place: Place) => void {
  const navigate = useNavigate();
  return ({ name, at }) =>
    void navigate(fieldUrl({ name, path: parsePath(at) }), { preventScrollReset: true });
}

/** The field that the address leads to, and the visit: the same address again is a new wish. */
function useTarget() {
  const { search, key } = useLocation();
  return { target: parsePath(new URLSearchParams(search).get("pole") ?? "").join("."), key };
}

/** Whether the address leads to this place or into it; a new visit of the same address counts again. */
export function useOpen(at: string, initially: boolean) {
  const { target, key } = useTarget();
  const isTarget = target.startsWith(`${at}.`);
  const [isOpen, setOpen] = useState(initially || isTarget);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address again is a new wish
  useLayoutEffect(() => {
    // Open before the field within is looked for.
    if (isTarget) setOpen(true);
  }, [isTarget, key]);
  return [isOpen, setOpen] as const;
}

/** Focuses the field that the address names, or the nearest place around it that is there. */
export function useFocusOnTarget(): void {
  const { target, key } = useTarget();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address again is a new wish
  useEffect(() => {
    if (!target) return;
    // The groups around it open first.
    const frame = requestAnimationFrame(() => focusField(target));
    return () => cancelAnimationFrame(frame);
  }, [target, key]);
}

function focusField(target: string): void {
  const keys = target.split(".");
  while (keys.length > 0) {
    const field = document.querySelector(`[data-path="${CSS.escape(keys.join("."))}"]`);
    if (field) {
      field.querySelector<HTMLElement>("input, textarea, select, button")?.focus();
      field.scrollIntoView({ block: "center" });
      return;
    }
    keys.pop();
  }
}

const focused = createStore<Place | undefined>(undefined);

/** The field that has the focus, for whoever shows its place on the page. */
export function useFocusedPlace(): Place | undefined {
  return useSyncExternalStore(focused.subscribe, focused.get);
}

export function setFocusedPlace(place: Place | undefined): void {
  const before = focused.get();
  if (place?.name !== before?.name || place?.at !== before?.at) focused.set(place);
}
