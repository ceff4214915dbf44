/**
 * Until the returned function is called, the browser handles taps: links, forms and menus work without the app. A tap that reaches React
 * during hydration makes it hydrate everything at once instead of in slices, which is a long task on a slow phone.
 */
export function keepTapsFromReact(): () => void {
  const listening = new AbortController();
  for (const type of [
    "touchstart",
    "touchend",
    "pointerdown",
    "pointerup",
    "mousedown",
    "mouseup",
    "click",
    "dblclick",
  ]) {
    addEventListener(type, (event) => event.stopPropagation(), {
      capture: true,
      passive: true,
      signal: listening.signal,
    });
  }
  return () => listening.abort();
}
