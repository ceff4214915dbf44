import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import type { LoadingBar } from "./loading-bar.ts";

/** Draws the loading bar. The width is a custom property set by script, because the policy forbids style attributes. */
export function LoadingBarView({ bar }: { bar: LoadingBar }) {
  const { visible, value, failed } = useSyncExternalStore(bar.subscribe, bar.get, bar.get);
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => element.current?.style.setProperty("--progress", String(value / 100)), [value]);
  return (
    <div
      ref={element}
      className="loading-bar"
      role="progressbar"
      aria-label="Wczytywanie strony"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value)}
      data-failed={failed || undefined}
      hidden={!visible}
    />
  );
}
