// Turns Pi's lines into facts. Total: a line without meaning becomes a notice.
import type { Fact, Reaction } from "../driver.ts";
import { unreadableLine } from "../kit/unreadable-line.ts";
import { COMMAND, FORK_ENTRY } from "./approvals/names.ts";
import { handleDialog } from "./dialog.ts";
import { failureOf, resumeFailed } from "./failure.ts";
import { type Line, type LineOf, parseLine } from "./protocol.ts";
import { bind, handleResponse, modeRefused, open } from "./response.ts";
import { beginMessage, handleUpdate } from "./speech.ts";
import type { PiState, Step } from "./state.ts";
import { beginTool, endTool, growTool } from "./tool-call.ts";
import { begin, handleMark, handleMessage, settle, spend } from "./turn.ts";

export function readLine(state: PiState, text: string): Reaction<PiState> {
  const line = parseLine(text);
  if (line === "noise") return { state, facts: [], writes: [] };
  if (line === "unknown") return handleUnknown(state, text);
  return handleLine(state, line);
}

function handleLine(state: PiState, line: Line): Reaction<PiState> {
  switch (line.type) {
    case "response":
      return handleResponse(state, line);
    case "session":
      return state.phase === "starting" ? bind({ ...state, nativeId: line.id }) : unwritten({ state, facts: [] });
    case "agent_start":
      return begin(state);
    case "agent_settled":
      return settle(state);
    case "extension_ui_request":
      return handleDialog(state, line);
    case "entry_appended":
      return handleEntry(state, line);
    default:
      return unwritten(handleTurnLine(state, line));
  }
}

const unwritten = (step: Step): Reaction<PiState> => ({ ...step, writes: [] });

type Spoken = Exclude<
  Line,
  LineOf<"response" | "session" | "agent_start" | "agent_settled" | "extension_ui_request" | "entry_appended">
>;

function handleTurnLine(state: PiState, line: Spoken): Step {
  switch (line.type) {
    case "message_start":
      return beginMessage(state, line.message);
    case "message_update":
      return handleUpdate(state, line);
    case "message_end":
      return handleMessage(state, line.message);
    case "tool_execution_start":
      return beginTool(state, line);
    case "tool_execution_update":
      return growTool(state, line);
    case "tool_execution_end":
      return endTool(state, line);
    case "auto_retry_start": {
      const { attempt, maxAttempts, errorMessage } = line;
      const why = failureOf(errorMessage).message.slice(0, 300);
      const text = `The model did not answer (${why}); retrying, attempt ${attempt} of ${maxAttempts}.`;
      return { state: { ...state, failure: null }, facts: [notice("retry", text)] };
    }
    case "compaction_end":
      return { state: spend(state, line.result?.usage), facts: compacted(line) };
    case "session_info_changed":
      return { state, facts: line.name ? [{ type: "renamed", data: { name: line.name.slice(0, 200) } }] : [] };
    case "extension_error":
      return handleExtensionError(state, line);
    default:
      return line satisfies never;
  }
}

const notice = (kind: string, text: string): Fact => ({ type: "notice", data: { kind, text: text.slice(0, 500) } });

function compacted({ result, aborted, errorMessage }: LineOf<"compaction_end">): Fact[] {
  if (result) return [notice("compaction", "The conversation was compacted to free up context.")];
  return aborted
    ? []
    : [notice("compaction", `The conversation could not be compacted: ${errorMessage ?? "no reason"}`)];
}

function handleEntry(state: PiState, { entry }: LineOf<"entry_appended">): Reaction<PiState> {
  if (entry.customType === FORK_ENTRY && state.place !== null) return open({ ...state, place: null });
  return unwritten({ state: handleMark(state, entry), facts: [] });
}

/**
 * Skein's own command must not fail: a fork would contain too much, and the mode would be unknown. Pi reports afterwards that it accepted the
 * command.
 */
function handleExtensionError(state: PiState, { extensionPath, event, error }: LineOf<"extension_error">): Step {
  const isOurs = extensionPath === `command:${COMMAND}`;
  if (isOurs && state.place !== null)
    return { state: { ...state, phase: "dead", place: null }, facts: [resumeFailed(state, "moved on")] };
  if (isOurs && state.settling !== null) return modeRefused(state, error);
  return { state, facts: [notice("extension_error", `An extension of Pi failed (${event}): ${error}`)] };
}

/** With `--session` Pi asks on the terminal whether to copy another directory's conversation. Nobody can answer that. */
function handleUnknown(state: PiState, text: string): Reaction<PiState> {
  const isElsewhere = state.phase === "starting" && state.resumes !== null && /found in different project/.test(text);
  if (!isElsewhere) return unwritten({ state, facts: [unreadableLine(text)] });
  const failed = resumeFailed(state, "elsewhere");
  const message = failed.type === "resume_failed" ? failed.message : "";
  const end: Fact[] = state.prompt === null ? [] : [{ type: "turn_end", reason: "failed", error: message }];
  return unwritten({ state: { ...state, phase: "dead", prompt: null }, facts: [failed, ...end] });
}
