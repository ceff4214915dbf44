/** `short`: fewer rounds, and hours pass at once instead of being waited for. */
export type Extent = { short: boolean };
