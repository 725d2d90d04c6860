// A tool call may change while its question is open. Then what was shown and judged is not what would run: the question is denied, for every
// driver alike, and later answers to it have no effect. The agent may ask again.
import * as z from "zod";
import type { DeliveredAnswer, Fact, OpenQuestion, Reaction } from "../../driver.ts";
import { printOf } from "./reused-question-id.ts";

/** A question's fingerprint of its call in a driver's state; empty = from a version that did not keep it. */
export const shownCall = z.string().default("");

/** A fingerprint of everything that was said of a call. */
export const callPrint = (said: unknown): string => (said === null || said === undefined ? "" : printOf(said));

interface Asking<State> {
  openQuestions?(state: State): readonly OpenQuestion[];
  answer(state: State, answer: DeliveredAnswer): Reaction<State>;
}

const isChanged = ({ call }: OpenQuestion): boolean =>
  call !== undefined && call.shown !== "" && call.now !== "" && call.shown !== call.now;

/** The driver's reaction, with a denial of every question whose call has changed. */
export function withoutChangedCalls<State>(driver: Asking<State>, reaction: Reaction<State>): Reaction<State> {
  const changed = driver.openQuestions?.(reaction.state).filter(isChanged) ?? [];
  return changed.reduce((current, { id, call }) => {
    const no = { permission: id, option: call?.no ?? "", message: toAgent, content: null };
    const refused = driver.answer(current.state, no);
    // If the agent accepts no text with a denial, nobody is told: no person wrote one.
    const news = refused.facts.filter(({ type }) => type !== "notice");
    return {
      state: refused.state,
      facts: [...current.facts, ...news, ...closed(id)],
      writes: [...current.writes, ...refused.writes],
    };
  }, reaction);
}

const toAgent = "The tool call was changed while the user was asked about it. Ask again.";

const closed = (id: string): Fact[] => [
  {
    type: "permission",
    data: { id, state: "stale", reason: "the agent changed the tool call that it had asked about" },
  },
  {
    type: "notice",
    data: {
      kind: "question_refused",
      text: "the agent changed a tool call while its question was open; Skein denied it, and the agent may ask again",
    },
  },
];
