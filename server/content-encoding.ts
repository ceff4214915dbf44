export type Encoding = "br" | "gzip" | "identity";

/** Chooses among `available` (best first) by the q-values of `Accept-Encoding`; identity if none matches. */
export function chooseEncoding(accepted: string | undefined, available: readonly Encoding[]): Encoding {
  const weights = parseWeights(accepted ?? "");
  let best: Encoding = "identity";
  let bestWeight = 0;
  for (const encoding of available) {
    const weight = weights.get(encoding) ?? weights.get("*") ?? (encoding === "identity" ? 0.001 : 0);
    if (weight > bestWeight) {
      best = encoding;
      bestWeight = weight;
    }
  }
  return best;
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const entry of header.toLowerCase().split(",")) {
    const [coding = "", ...parameters] = entry.split(";").map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    const weight = Number(quality);
    if (coding) weights.set(coding === "x-gzip" ? "gzip" : coding, weight >= 0 && weight <= 1 ? weight : 0);
  }
  return weights;
}
