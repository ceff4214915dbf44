/** Asks whether the closest word was meant; `otherwise` if none is close. */
export function suggestWord(written: string, words: readonly string[], otherwise: string): string {
  const near = nearestWord(written, words);
  return near ? `Czy chodziło o „${near}”?` : otherwise;
}

/** The word closest to the written one, or undefined if none is close. */
export function nearestWord(written: string, words: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.ceil(written.length * 0.4));
  const ranked = words
    .map((word) => ({ word, distance: editDistance(written.toLowerCase(), word.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.word;
}

/** The Levenshtein distance. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const change = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
