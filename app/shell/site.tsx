import { createContext, use } from "react";
import type { SitePayload } from "../payload-types.ts";

const SiteContext = createContext<SitePayload | null>(null);

export const SiteProvider = SiteContext.Provider;

/** The facts that every page shares: name, phone, address, menu. */
export function useSite(): SitePayload {
  const site = use(SiteContext);
  if (!site) throw new Error("useSite needs a SiteProvider above it");
  return site;
}
