/** "Trening w parze" as `trening-w-parze`. */
export function slugOf(name: string): string {
  return name
    .toLocaleLowerCase("pl")
    .replaceAll("ł", "l")
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, "");
}
