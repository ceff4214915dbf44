const hardSpace = "\u00a0";
const wordJoiner = "\u2060";
const tokenMark = "\ue000";

/** Web addresses, e-mail addresses and bare domains, which must not change. Begun within a word, the search would take quadratic time. */
const addresses =
  /\ue000|(?:https?:\/\/|www\.|mailto:|tel:)[^\s"“”„<>]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<![a-z0-9-]\.?)(?:[a-z0-9-]+\.)+(?:pl|com|eu|org|net|info)(?![\p{L}\d])(?:\/[^\s"“”„<>]*)?/giu;

const units = [
  "kg|dag|g|mg|t|km|m|cm|mm|l|ml|kcal|kJ|W|zł|gr|PLN|EUR|tys\\.|mln|%|‰|°C|s|sek\\.|min|h|godz\\.|r\\.|w\\.|×",
  "sekund(?:[ay]|ach)?|minut(?:[ay]|ach)?|godzin(?:[ay]|ach)?|dzień|dni(?:a|u|ach)?",
  "tydzień|tygodni(?:[eu]|ach)?|miesiąc(?:[ae]|ach)?|miesięcy|rok[ui]?|lat(?:a|ach)?",
  "raz[uy]?|osób|osob[ay]|seri[ei]|powtórze(?:ń|nia)",
].join("|");

/**
 * Applies Polish typography: hard spaces where a line must not break, Polish quotation marks, dashes and ellipsis. Idempotent;
 * web and e-mail addresses do not change.
 */
export function typography(text: string): string {
  const kept: string[] = [];
  const marked = text.replace(addresses, (address) => {
    kept.push(address);
    return tokenMark;
  });
  return bindWords(bindNumbers(setPunctuation(marked))).replaceAll(tokenMark, () => kept.shift() ?? "");
}

function setPunctuation(text: string): string {
  return text
    .replace(/[ \t\r\n]+/g, " ")
    .replaceAll("...", "…")
    .replace(/(?<=^|[\s([/–—„])["“](?=\S)/g, "„")
    .replace(/["“]/g, "”")
    .replace(/ -{1,2}(?= )/g, " –")
    .replace(/ (?=[–—] )/g, hardSpace);
}

function bindNumbers(text: string): string {
  return (
    text
      .replace(/(?<![\p{L}\d\-–.:/])(\d{1,2}:\d\d)-(?=\d{1,2}:\d\d(?![\d:-]))/gu, "$1–")
      // A postal code (00-000) and a date (2024-05) look like ranges but are not.
      .replace(
        new RegExp(
          `(?<![\\p{L}\\d\\-–.,:/+])(?!${postalCode})(\\d+(?:,\\d+)?)-(?=(?!0\\d)\\d+(?:,\\d+)?(?![\\d\\p{L}:/-]))`,
          "gu",
        ),
        "$1–",
      )
      .replace(/(?<=(?<!\d)\+\d{1,3}) (?=\d)/g, hardSpace)
      .replace(/(?<!\d)\d{2} \d{3} \d{2} \d{2}(?!\d)/g, hardened)
      .replace(/(?<![\d,])\d{1,3}(?:[ \u00a0]\d{3})+(?!\d)/g, hardened)
      .replace(new RegExp(`(?<=[\\d}]) (?=(?:${units})(?![\\p{L}\\d]))`, "gu"), hardSpace)
  );
}

const postalCode = `\\d{2}-\\d{3}(?! (?:${units})(?![\\p{L}\\d]))(?!\\d)`;

const hardened = (match: string) => match.replaceAll(" ", hardSpace);

function bindWords(text: string): string {
  return text
    .replace(/(?<=^|[\s(„[–—/])([aiouwz]) (?=\S)/gi, `$1${hardSpace}`)
    .replace(
      /(?<![\p{L}\d])(art\.|ust\.|lit\.|nr|pkt|str\.|ok\.|godz\.|tel\.|ul\.|al\.|np\.) (?=\S)/giu,
      `$1${hardSpace}`,
    )
    .replace(/\b(e)-(?=mail)/gi, `$1${wordJoiner}-${wordJoiner}`);
}
