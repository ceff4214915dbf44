import { createContext, use } from "react";
import type { Visit } from "./navigation.ts";

const VisitContext = createContext<Visit | null>(null);

export const VisitProvider = VisitContext.Provider;

/** The address that is shown, with its page. */
export function useVisit(): Visit {
  const visit = use(VisitContext);
  if (!visit) throw new Error("useVisit needs a VisitProvider above it");
  return visit;
}
