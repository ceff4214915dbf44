import { useEffect, useLayoutEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { ContentName } from "../../../content-model/content.ts";
import { parsePath } from "../../../content-model/path.ts";
import { fieldUrl } from "../shell/screen.tsx";

/** A place of the content: a file and a path in it, such as `services.1.price`. */
export type Place = { readonly name: ContentName; readonly at: string };

/** Opens the form of a file, opens every group around a field and focuses it. */
export function useOpenField(): (place: Place) => void {
  const navigate = useNavigate();
  return ({ name, at }) =>
    void navigate(fieldUrl({ name, path: parsePath(at) }), { preventScrollReset: true });
}

/** The field in the URL, and the key of the navigation, which changes when the same URL is opened again. */
function useTarget() {
  const { search, key } = useLocation();
  return { target: parsePath(new URLSearchParams(search).get("pole") ?? "").join("."), key };
}

/** Whether an item is open. It opens each time a URL with a field in it is opened. */
export function useOpen(at: string, initially: boolean) {
  const { target, key } = useTarget();
  const isTarget = target.startsWith(`${at}.`);
  const [isOpen, setOpen] = useState(initially || isTarget);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same URL may be opened again
  useLayoutEffect(() => {
    // A layout effect, because it must open before `focusField` searches for the field in it.
    if (isTarget) setOpen(true);
  }, [isTarget, key]);
  return [isOpen, setOpen] as const;
}

/** Focuses the field in the URL, or the closest ancestor that exists. */
export function useFocusOnTarget(): void {
  const { target, key } = useTarget();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same URL may be opened again
  useEffect(() => {
    if (!target) return;
    // The groups around it have to open first.
    const frame = requestAnimationFrame(() => focusField(target));
    return () => cancelAnimationFrame(frame);
  }, [target, key]);
}

function focusField(target: string): void {
  const keys = target.split(".");
  const places = keys.map((_, depth) => keys.slice(0, keys.length - depth).join("."));
  const fields = places.map((place) => document.querySelector(`[data-path="${CSS.escape(place)}"]`));
  const field = fields.find((found) => found !== null);
  field?.querySelector<HTMLElement>("input, textarea, select, button:not(.item-menu)")?.focus();
  // The middle of a large group would leave its heading and the focused field off screen.
  const isLarge = (field?.clientHeight ?? 0) > innerHeight / 2;
  field?.scrollIntoView({ block: isLarge ? "start" : "center" });
}
