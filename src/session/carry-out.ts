// Carries out a command: what was recorded for its id, or a decision, whose events and answer are one commit.
import { decide } from "../core/index.ts";
import { isReceiptConflict } from "../log/index.ts";
import type { Answer, CommandRequest, Result } from "./command-request.ts";
import { decisionContext } from "./decision-context.ts";
import { Draft } from "./draft.ts";
import type { SessionContext } from "./session-context.ts";

/** Also for a fork, whose state begins as its base's. */
export async function carryOut(context: SessionContext, request: CommandRequest): Promise<Result> {
  const { id, bodyHash, command, workspace, base } = request;
  const { deps, id: session } = context;
  const recorded = deps.log.receipt(id);
  if (recorded) {
    if (recorded.bodyHash !== bodyHash) return { kind: "id_reused" };
    return { kind: "done", answer: JSON.parse(recorded.answer), isReplay: true };
  }
  const state = base?.state ?? context.state;
  const decision = decide(state, command, decisionContext(deps, state, request));
  if ("rejection" in decision) return { kind: "rejected", rejection: decision.rejection };
  const seq = decision.events.length > 0 ? state.head + decision.events.length : 0;
  const answer: Answer = { id, session, seq, outcome: decision.outcome };
  // Clients say often where their user is. To look again leaves nothing behind, and sent again it has no effect either.
  if (command.type === "acknowledge" && seq === 0) return { kind: "done", answer, isReplay: false };
  const receipt = { command: id, session, bodyHash, answer: JSON.stringify(answer) };
  try {
    await context.commit(new Draft({ session, state, at: deps.clock.now() }).add(...decision.events), {
      receipt,
      ...(workspace ? { workspace } : {}),
      ...(base ? { base: { session: base.session, seq: base.seq } } : {}),
    });
  } catch (error) {
    // Another command created the session since the lookup: commands run one after the other.
    if (isReceiptConflict(error)) return { kind: "id_reused" };
    throw error;
  }
  return { kind: "done", answer, isReplay: false };
}
