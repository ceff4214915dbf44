/** The most that the sandbox decodes. */
export const maxPixels = 60_000_000;

/** Why a photograph was rejected, in words for the owner. */
export const photoProblems = {
  missing: "Nie ma takiego pliku ze zdjęciem.",
  empty: "Ten plik jest pusty. Wybierz zdjęcie jeszcze raz.",
  tooManyBytes: "Ten plik jest za duży: ma ponad 25 MB. Zmniejsz zdjęcie i dodaj je jeszcze raz.",
  notAPhoto: "To nie jest zdjęcie w formacie JPEG, PNG, WebP, AVIF ani HEIC. Wybierz inny plik.",
  animated: "To jest animacja albo seria ujęć. Wybierz jedno, nieruchome zdjęcie.",
  damaged:
    "Tego zdjęcia nie da się odczytać: plik jest uszkodzony albo niepełny. Skopiuj je z telefonu lub aparatu jeszcze raz.",
  tooManyPixels:
    "To zdjęcie ma ponad 60 milionów punktów. Zmniejsz je, na przykład do 6000 punktów szerokości.",
  tooSmall: "To zdjęcie jest za małe. Krótszy bok musi mieć co najmniej 400 punktów.",
  tooMuchMemory:
    "To zdjęcie wymaga zbyt wiele pamięci. Zmniejsz je albo zapisz jako JPEG i dodaj jeszcze raz.",
  tooSlow: "Przygotowanie tego zdjęcia trwało zbyt długo. Zmniejsz je i dodaj jeszcze raz.",
  interrupted: "Przygotowanie zdjęcia zostało przerwane. Dodaj je jeszcze raz.",
  noRoom: "Na to zdjęcie brakuje miejsca. Poproś o pomoc osobę, która opiekuje się serwerem.",
} as const;

export type PhotoProblem = keyof typeof photoProblems;

export function isPhotoProblem(text: string): text is PhotoProblem {
  return Object.hasOwn(photoProblems, text);
}

/** An unusable picture; the message is Polish and names the file. */
export class PictureError extends Error {
  readonly problem: PhotoProblem;

  constructor(file: string, problem: PhotoProblem, text: string = photoProblems[problem]) {
    super(`${file}: ${text}`);
    this.problem = problem;
  }
}
