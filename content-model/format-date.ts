const [months = [], monthsGenitive = []] = [
  "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień",
  "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
].map((names) => names.split(" "));

/** Formats `2026` as it is, `2026-03` as `marzec 2026`, and `2026-03-15` as `15 marca 2026`. */
export function formatDate(date: string): string {
  const [year = "", month, day] = date.split("-");
  if (!month) return year;
  const at = Number(month) - 1;
  return day ? `${Number(day)}\u00a0${monthsGenitive[at]} ${year}` : `${months[at]} ${year}`;
}
