import { useSyncExternalStore } from "react";
import type { EnquiryDraft } from "./enquiry-draft.ts";
import { useRuntime } from "./runtime.tsx";

export function useDraft(): EnquiryDraft {
  const { draft } = useRuntime();
  return useSyncExternalStore(draft.subscribe, draft.get, () => draft.first);
}
