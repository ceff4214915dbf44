/** `short`: fewer rounds, and hours pass at once instead of being waited for. `seed`: what random moments come from. */
export type RunOptions = { short: boolean; seed: number };
