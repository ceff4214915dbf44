export function fail(reason: string, status = 1): void {
  console.error(reason);
  process.exitCode = status;
}
