// When a conversation is one: Gemini CLI 0.61.0 keeps none whose first turn failed without a word, and would refuse to go on with it.
import type { GeminiState, Step } from "./state.ts";

export function bind(state: GeminiState): Step {
  if (state.isBound || state.phase === "starting") return { state, facts: [] };
  const { nativeId, provenance, model } = state;
  return {
    state: { ...state, isBound: true },
    facts: [{ type: "bound", nativeId, provenance, ...(model === null ? {} : { model }) }],
  };
}
