// Words that were steered into a turn. An agent may drop them when the turn is stopped: nobody is to believe that they were heard.
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

/** Whether it was steered into the turn that runs, and the agent has not said that it has taken it. */
export const isInDoubt = ({ open }: TurnState, promptId: string): boolean =>
  open?.steered?.some((one) => one.promptId === promptId) ?? false;

/** What a turn that did not end well says of them, each with the command that sends it again, where anything is known to write there. */
export const doubtSteered = ({ turn, steered = [] }: OpenTurn, session: string | null, by: By): EventBody[] =>
  steered.map(({ title, isWhole }) => {
    const words = isWhole && IN_QUOTES.test(title) ? `'${title}'` : "-";
    const what = `the agent may not have taken what was steered into turn ${turn}: "${title}${isWhole ? "" : "…"}"`;
    const how = session === null ? "send it again if it is still wanted" : `skein send ${session} ${words}`;
    const text = `${what}; it is not sent again by itself: ${how}`;
    return { type: "notice", by, data: { kind: STEERED_IN_DOUBT, text } };
  });

/** Can stand between single quotes in a shell, and is no flag. */
const IN_QUOTES = /^(?!-)(?:(?!')[\p{L}\p{N}\p{P}\p{S} ])+$/u;
