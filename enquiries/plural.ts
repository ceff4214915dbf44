// Browsers import this file: keep server code out of it.

const rules = new Intl.PluralRules("pl");

/** The Polish form for a number: `plural(3, "zapytanie", "zapytania", "zapytań")`. */
export function plural(count: number, one: string, few: string, many: string): string {
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = { one, few };
  return forms[rules.select(count)] ?? many;
}
