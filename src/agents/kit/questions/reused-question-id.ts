// An agent may reuse the id of a question. After the answer it is a new question, so questions are numbered. While the first one is open, an
// answer would apply to both: a repetition is ignored, and if the two differ, neither is allowed.
import { createHash } from "node:crypto";
import * as z from "zod";
import type { Fact, Reaction } from "../../driver.ts";

/** The part of a driver's state that every question has. */
export const counted = {
  /** Its number among the questions of this process, from 1. 0 = from a version that did not count them. */
  number: z.number().default(0),
  /** A fingerprint that recognises a repetition; empty = from a version that did not keep it. */
  print: z.string().default(""),
};

/** The number of questions so far. */
export const askedSoFar = z.number().default(0);

export const numbered = (id: string, number: number): string => (number === 0 ? id : `${id}-${number}`);

/** A fingerprint of everything that the agent says with a question. */
export const printOf = (said: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(said) ?? "")
    .digest("hex");

/** `refused` is the result of denying the open question. */
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
