let typed: (() => void) | undefined;

/** Takes up what was typed once the frame that shows it is drawn, and in any case before the field or the page is left. */
export function takeSoon(take: () => void): void {
  if (!typed) requestAnimationFrame(() => setTimeout(takeTyped));
  typed = take;
}

export function takeTyped(): void {
  const take = typed;
  typed = undefined;
  take?.();
}
