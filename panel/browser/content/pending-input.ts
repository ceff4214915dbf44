let pending: (() => void) | undefined;

/** Commits input once the browser has painted it. `flushInput` commits it sooner, before the field or the page is left. */
export function deferInput(commit: () => void): void {
  if (!pending) requestAnimationFrame(() => setTimeout(flushInput));
  pending = commit;
}

export function flushInput(): void {
  const commit = pending;
  pending = undefined;
  commit?.();
}
