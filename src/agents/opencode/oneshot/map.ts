// One process per prompt: turns its lines into facts, and interprets its end. Its lines report finished parts; only the end of the process
// shows that the turn is over.
import type { Ending, Fact } from "../../driver.ts";
import { failedTurn, lostConversation, NEW_SESSION } from "../../kit/failure.ts";
import { unreadableLine } from "../../kit/unreadable-line.ts";
import { endedWith, failureOf, isPassing } from "../failure.ts";
import { handlePart } from "../map.ts";
import { type Part, parsePrinted } from "../protocol.ts";
import { type OpencodeReaction, type OpencodeState, stay } from "../state.ts";
import { endFacts } from "../turn.ts";

export function readPrinted(state: OpencodeState, text: string): OpencodeReaction {
  const line = parsePrinted(text);
  if (!line) return stay(state, [unreadableLine(text)]);
  const bound = bind(state, line.sessionID);
  if (line.kind === "error") return stay({ ...bound.state, failure: failureOf(line.error) }, bound.facts);
  const took = handlePrinted(bound.state, line.part);
  return stay(took.state, [...bound.facts, ...took.facts]);
}

/** Every line contains the conversation's id; the first one comes when the model has answered. */
function bind(state: OpencodeState, session: string): OpencodeReaction {
  if (state.session === session) return stay(state);
  const next: OpencodeState = { ...state, phase: "ready", session };
  return stay(next, [{ type: "bound", nativeId: session, provenance: "reported" }]);
}

function handlePrinted(state: OpencodeState, part: Part): OpencodeReaction {
  const here = { ...state, messages: [part.messageID], mark: part.messageID };
  const took = handlePart(here, part);
  if (part.type !== "step-finish") return took;
  const answer = { id: part.messageID, isCompleted: true, finish: part.reason, failure: null, isAborted: false };
  return stay({ ...took.state, answer }, took.facts);
}

const GONE = /Session not found/;

export function endedPrinted(state: OpencodeState, ending: Ending): Fact[] {
  const { code, stderr, isStopped } = ending;
  if (state.source && state.phase === "opening" && GONE.test(stderr)) {
    return lostConversation(`OpenCode no longer has the conversation ${state.source.id}.`, NEW_SESSION);
  }
  if (state.failure) return endFacts({ ...state, answer: null });
  if (state.phase === "opening") return failedStart(state, ending);
  // After tool results it continues, unless a tool was denied: then it ends successfully without further text.
  const isOver = state.answer !== null && (state.answer.finish !== "tool-calls" || (code === 0 && !isStopped));
  return isOver ? endFacts(state) : [];
}

/** The prompt is lost with its process. */
function failedStart(state: OpencodeState, ending: Ending): Fact[] {
  if (!ending.isStopped && isPassing(ending.stderr)) {
    const message = "Another OpenCode process locked its database for too long.";
    return failedTurn({ code: "agent_error", message, hint: "send the prompt again" });
  }
  return endedWith(state, ending).flatMap((fact) => (fact.type === "error" ? failedTurn(fact.data) : [fact]));
}
