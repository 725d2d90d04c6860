// The model's text and thoughts. Deltas come first, and the finished item adds only what they lack.
import type { Fact } from "../../driver.ts";
import { idIn } from "../../kit/run-id.ts";
import { type AppServerState, MAX_TEXTS, type Step } from "./state.ts";

type Kind = "agent_message" | "agent_thought";

interface Piece {
  kind: Kind;
  /** The item's id; parts of a thought have one each. */
  id: string;
  text: string;
}

export function sayPiece(state: AppServerState, { kind, id, text }: Piece): Step {
  if (text === "") return { state, facts: [] };
  const length = (state.texts.find((one) => one.id === id)?.length ?? 0) + text.length;
  const texts = [...state.texts.filter((one) => one.id !== id), { id, length }].slice(-MAX_TEXTS);
  return { state: { ...state, texts }, facts: [factOf(state, { kind, id, text })] };
}

/** The whole text again. */
export function sayRest(state: AppServerState, { kind, id, text }: Piece): Step {
  const length = state.texts.find((one) => one.id === id)?.length ?? 0;
  const { facts } = sayPiece(state, { kind, id, text: text.slice(length) });
  // Kept, so that an item that is reported twice is shown once.
  const texts = [...state.texts.filter((one) => one.id !== id), { id, length: text.length }].slice(-MAX_TEXTS);
  return { state: { ...state, texts }, facts };
}

const factOf = (state: AppServerState, { kind, id, text }: Piece): Fact => ({
  type: kind,
  data: { messageId: idIn(state, id), text },
});

/** Each part of a summary, and of the thoughts themselves if the model sends them, is a separate thought. */
export const thoughtId = (item: string, part: "summary" | "content", index: number): string =>
  `${item}-${part}-${index}`;

interface Thoughts {
  id: string;
  summary: readonly string[];
  content: readonly string[];
}

export function sayThoughts(state: AppServerState, { id, summary, content }: Thoughts): Step {
  let step: Step = { state, facts: [] };
  const parts = [
    ...summary.map((text, index) => ({ id: thoughtId(id, "summary", index), text })),
    ...content.map((text, index) => ({ id: thoughtId(id, "content", index), text })),
  ];
  for (const part of parts) {
    const { state: next, facts } = sayRest(step.state, { kind: "agent_thought", ...part });
    step = { state: next, facts: [...step.facts, ...facts] };
  }
  return step;
}
