// Texts that were steered into a turn. An agent may drop them when the turn is stopped, so people must be told.
import type { By, DataOf, EventBody } from "../event.ts";
import { promptTitle } from "../prompt/title.ts";
import type { OpenTurn, TurnState } from "./state.ts";

export const STEERED_IN_DOUBT = "steered_words_in_doubt";

/** How many of a turn are remembered; it bounds the state's size. */
const MAX_STEERED = 20;

export function withSteered(state: TurnState, { promptId, turn, text, steered }: DataOf<"user_prompt">): TurnState {
  if (!steered || state.open?.turn !== turn) return state;
  const title = promptTitle(text) ?? "";
  const words = { promptId, title, isWhole: title === text.trim() };
  return { ...state, open: { ...state.open, steered: [...(state.open.steered ?? []), words].slice(-MAX_STEERED) } };
}

export function withoutTaken(state: TurnState, { turn, promptId }: DataOf<"steer_taken">): TurnState {
  if (state.open?.turn !== turn || !isInDoubt(state, promptId)) return state;
  const steered = state.open.steered?.filter((one) => one.promptId !== promptId) ?? [];
  return { ...state, open: { ...state.open, steered } };
}

/** Whether it was steered into the running turn, and the agent has not confirmed it. */
export const isInDoubt = ({ open }: TurnState, promptId: string): boolean =>
  open?.steered?.some((one) => one.promptId === promptId) ?? false;

/** The notices of a turn that did not end well, each with the command that sends the text again, if the session's id is known. */
export const doubtSteered = ({ turn, steered = [] }: OpenTurn, session: string | null, by: By): EventBody[] =>
  steered.map(({ title, isWhole }) => {
    const words = isWhole && IN_QUOTES.test(title) ? `'${title}'` : "-";
    const what = `the agent may not have read the text that was steered into turn ${turn}: "${title}${isWhole ? "" : "…"}"`;
    const how = session === null ? "send it again if you still want it" : `skein send ${session} ${words}`;
    const text = `${what}; it is not resent automatically: ${how}`;
    return { type: "notice", by, data: { kind: STEERED_IN_DOUBT, text } };
  });

/** Fits between single quotes in a shell, and is not a flag. */
const IN_QUOTES = /^(?!-)(?:(?!')[\p{L}\p{N}\p{P}\p{S} ])+$/u;
