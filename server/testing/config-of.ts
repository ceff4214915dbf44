import { type Config, parseConfig } from "../config.ts";

/** The configuration for these settings; throws if they are invalid. */
export function configOf(...settings: Parameters<typeof parseConfig>): Config {
  const parsed = parseConfig(...settings);
  if (!parsed.ok) throw new Error(parsed.problems.join("\n"));
  return parsed.config;
}
