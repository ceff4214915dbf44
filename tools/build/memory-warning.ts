const neededGigabytes = 1.2;

/** A warning if the system may kill the build for lack of memory, else undefined. */
export function memoryWarning(availableBytes: number): string | undefined {
  const available = availableBytes / 1e9;
  if (available >= neededGigabytes) return undefined;
  const say = (gigabytes: number) => gigabytes.toFixed(1).replace(".", ",");
  return (
    `Uwaga: wolnej pamięci jest ${say(available)} GB, a budowanie strony z nowymi zdjęciami potrzebuje około ${say(neededGigabytes)} GB. ` +
    "Jeśli system je przerwie (często jednym słowem: Killed), zamknij inne programy albo dodaj pamięć wymiany (swap) i zacznij ponownie."
  );
}
