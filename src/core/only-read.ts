// A session that nothing can continue here: it is for reading.

import { tookPlaceIn } from "./lifecycle/arrive.ts";
import type { SessionState } from "./state.ts";

/** Why, as the end of a sentence; null if its agent may try to resume it, or has a process. */
export function whyOnlyRead({ binding, lifecycle }: Pick<SessionState, "binding" | "lifecycle">): string | null {
  const { run, nativeId, unresumable } = binding;
  const { external } = lifecycle;
  if (run !== null) return null;
  return unresumable ?? (external && nativeId === null ? tookPlaceIn(external) : null);
}
