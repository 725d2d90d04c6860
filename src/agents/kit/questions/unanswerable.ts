// A question with an id that can't be read: no response could name it. Shared by all drivers that use JSON-RPC.
import { stopError } from "../../../core/index.ts";
import type { Reaction } from "../../driver.ts";
import { rpcUnnamedError } from "../json-rpc.ts";

/** The turn is stopped, because the agent may wait for an answer that can't be sent. */
export const refuseUnnamed = <State>(state: State, title: string): Reaction<State> => ({
  state,
  facts: [
    {
      type: "error",
      data: stopError(
        "unanswerable_question",
        `${title} asked a question whose id can't be read, so nobody can answer it. The turn was stopped.`,
        "send the prompt again",
      ),
    },
    { type: "stop_turn" },
  ],
  writes: [rpcUnnamedError(WHY)],
});

const WHY = "The request's id must be a string or a whole number below 2^53.";
