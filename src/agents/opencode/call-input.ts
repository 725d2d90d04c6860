// The inputs of running calls, including those of subagents: a question about a call contains only a part.
import { isDeepStrictEqual } from "node:util";
import { newestThatFit } from "../kit/questions/remembered.ts";
import type { ToolInput } from "../kit/tool-calls/tool-title.ts";
import type { EventOf, PartOf } from "./protocol.ts";
import { MAX_TOOLS, type OpencodeState } from "./state.ts";

/** Another conversation may use the same ids for its calls. */
export function withInput(
  state: OpencodeState,
  session: string,
  { callID, state: said }: PartOf<"tool">,
): OpencodeState {
  // Its input is not known yet.
  if (said.status === "pending") return state;
  const known = inputIn(state, { session, call: callID });
  if (said.status === "running" && known !== null && isDeepStrictEqual(known, said.input)) return state;
  const others = state.inputs.filter((one) => one.session !== session || one.call !== callID);
  if (said.status !== "running") return { ...state, inputs: others };
  const all = [...others, { session, call: callID, input: said.input }].slice(-MAX_TOOLS);
  const kept = newestThatFit(all, ({ input }) => JSON.stringify(input).length);
  return { ...state, inputs: all.filter((one) => kept.has(one)) };
}

export const inputIn = (
  { inputs }: OpencodeState,
  { session, call }: { session: string; call: string },
): ToolInput | null => inputs.find((one) => one.session === session && one.call === call)?.input ?? null;

/** Null if it is not known yet, or was too long to be remembered. */
export const inputFor = (state: OpencodeState, { sessionID, tool }: EventOf<"permission.asked">): ToolInput | null =>
  tool ? inputIn(state, { session: sessionID, call: tool.callID }) : null;
