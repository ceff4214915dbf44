const names: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Telefon z Androidem"],
  [/Macintosh/, "Mac"],
  [/Windows/, "Komputer z Windows"],
  [/Linux/, "Komputer z Linuksem"],
];

/** A default name that the owner can change. */
export function guessDeviceName(): string {
  return names.find(([pattern]) => pattern.test(navigator.userAgent))?.[1] ?? "To urządzenie";
}
