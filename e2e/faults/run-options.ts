/** `short` means fewer rounds and skipped waiting times. `seed` determines the random moments. */
export type RunOptions = { short: boolean; seed: number };
