// Whether a conversation can be resumed: Gemini CLI 0.61.0 does not keep one whose first turn failed without any text.
import type { GeminiState, Step } from "./state.ts";

export function bind(state: GeminiState): Step {
  if (state.isBound || state.phase === "starting") return { state, facts: [] };
  const { nativeId, provenance, model } = state;
  return {
    state: { ...state, isBound: true },
    facts: [{ type: "bound", nativeId, provenance, ...(model === null ? {} : { model }) }],
  };
}
