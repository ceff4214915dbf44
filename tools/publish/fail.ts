/** Prints why a command fails and sets the exit status. */
export function fail(reason: string, status = 1): void {
  console.error(reason);
  process.exitCode = status;
}
