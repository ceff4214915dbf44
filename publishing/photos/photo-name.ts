/** A file name's beginning out of what the owner called the photograph, as content names files: small letters, no spaces. */
export function photoStem(wanted: string): string {
  const stem = wanted
    .replace(/^.*[/\\]/, "")
    .replace(/\.\w{1,5}$/, "")
    .toLowerCase()
    .replaceAll("ł", "l")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replaceAll(/^-|-$/g, "");
  return stem || "zdjecie";
}
