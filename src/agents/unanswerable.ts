// A question under an id that can't be read: no answer could name it. Shared by all drivers that speak JSON-RPC.
import type { Fact } from "./driver.ts";

/** What people are told, and what the agent is. */
export const unanswerable = (title: string): { error: Fact; why: string } => ({
  error: {
    type: "error",
    data: {
      code: "unanswerable_question",
      message: `${title} asked something under an id that can't be read, so nobody can answer it, and the turn is stopped.`,
      hint: "send the prompt again; if the agent does not stop, end its process: skein kill <session>",
    },
  },
  why: "The request's id must be a string or a whole number below 2^53.",
});
