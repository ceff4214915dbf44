/** A telephone number as E.164 (`+48600100200`), or undefined; a number without a country prefix is Polish. */
export function parsePhone(written: string): string | undefined {
  const compact = written.replace(/[\s().-]/g, "").replace(/^00/, "+");
  const number = compact.startsWith("+") ? compact : `+48${compact}`;
  return /^\+(?:48\d{9}|(?!48)[1-9]\d{6,14})$/.test(number) ? number : undefined;
}
