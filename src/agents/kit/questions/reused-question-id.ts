// An agent may use the id of a question again. After the answer it is a question of its own, and so questions are counted. While the first one
// is open, an answer would be one to both: the same question is asked once, and of two that differ neither is allowed.
import { createHash } from "node:crypto";
import * as z from "zod";
import type { Fact, Reaction } from "../../driver.ts";

/** What every question has in a driver's state. */
export const counted = {
  /** Which of all questions of this process it is, from 1. 0 = of a version that did not count them. */
  number: z.number().default(0),
  /** By which the same question is known; empty = of a version that did not keep it. */
  print: z.string().default(""),
};

/** How many there have been. */
export const askedSoFar = z.number().default(0);

export const numbered = (id: string, number: number): string => (number === 0 ? id : `${id}-${number}`);

/** Of all that the agent says with a question. */
export const printOf = (said: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(said) ?? "")
    .digest("hex");

/** `refused` is what a no to the open question does. */
export const refuseBoth = <State>(permission: string, refused: Reaction<State>): Reaction<State> => ({
  ...refused,
  facts: [...refused.facts, ...closedByAnother(permission)],
});

const closedByAnother = (id: string): Fact[] => [
  { type: "permission", data: { id, state: "stale", reason: "the agent asked something else under the same id" } },
  {
    type: "notice",
    data: {
      kind: "question_refused",
      text: "the agent reused the id of an open question for another one; Skein denied both",
    },
  },
];
