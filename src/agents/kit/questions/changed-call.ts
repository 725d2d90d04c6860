// A tool call may become another one while its question is open. What was shown and judged is then not what would run: the agent is told no,
// for every driver alike, and no answer to that question says anything any more. It may ask anew.
import * as z from "zod";
import type { DeliveredAnswer, Fact, OpenQuestion, Reaction } from "../../driver.ts";
import { printOf } from "./reused-question-id.ts";

/** What a question has in a driver's state: its call as it was shown; empty = of a version that did not keep it. */
export const shownCall = z.string().default("");

/** Of all that was said of a call. */
export const callPrint = (said: unknown): string => (said === null || said === undefined ? "" : printOf(said));

interface Asking<State> {
  openQuestions?(state: State): readonly OpenQuestion[];
  answer(state: State, answer: DeliveredAnswer): Reaction<State>;
}

const isChanged = ({ call }: OpenQuestion): boolean =>
  call !== undefined && call.shown !== "" && call.now !== "" && call.shown !== call.now;

/** What the driver read, with every question refused whose call is another one now. */
export function withoutChangedCalls<State>(driver: Asking<State>, reaction: Reaction<State>): Reaction<State> {
  const changed = driver.openQuestions?.(reaction.state).filter(isChanged) ?? [];
  return changed.reduce((current, { id, call }) => {
    const no = { permission: id, option: call?.no ?? "", message: toAgent, content: null };
    const refused = driver.answer(current.state, no);
    // That an agent takes no words with a no is nothing that a person did.
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
