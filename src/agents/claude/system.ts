// The program's lines about itself: its settings, and messages for people.
import * as z from "zod";
import type { Fact } from "../driver.ts";
import { unreadableLine } from "../kit/unreadable-line.ts";
import { listed } from "./commands.ts";
import { fromAgentMode } from "./modes.ts";
import { noticeOf } from "./notice.ts";
import type { LineOf } from "./protocol.ts";
import type { ClaudeState, Step } from "./state.ts";
import { handleLevel, handleNotification, handleStarted, handleUpdated } from "./task.ts";
import { trustNotice } from "./trust.ts";

/** Progress for the program's own user interface; results are reported elsewhere. */
const noise = new Set([
  "control_request_progress",
  "elicitation_complete",
  "files_persisted",
  "hook_progress",
  "hook_response",
  "hook_started",
  "memory_recall",
  "session_state_changed",
  "task_progress",
  "thinking_tokens",
  "worker_shutting_down",
]);

export function handleSystem(state: ClaudeState, line: LineOf<"system">): Step {
  switch (line.subtype) {
    case "init":
      return handleInit(state, line);
    case "status":
      return withMode(state, line.permissionMode);
    case "task_started":
      return handleStarted(state, line);
    case "task_updated":
      return handleUpdated(state, line);
    case "commands_changed":
      return { state, facts: listed(line) };
    case "task_notification":
      return handleNotification(state, line);
    case "background_tasks_changed":
      return handleLevel(state, line);
    case "permission_denied":
      // A tool call that waits for it will report it.
      return { state, facts: state.tools.some(({ id }) => id === line.tool_use_id) ? [] : [noticeOf(line)] };
    default:
      return { state, facts: noise.has(line.subtype) ? [] : [noticeOf(line)] };
  }
}

const init = z.object({ session_id: z.string(), model: z.string().optional(), permissionMode: z.string().optional() });

/** Sent at the start of every turn. It binds a one-shot process; a long-lived one is bound already, and learns its model. */
function handleInit(state: ClaudeState, line: LineOf<"system">): Step {
  const known = init.safeParse(line);
  if (!known.success) return { state, facts: [unreadableLine(JSON.stringify(line))] };
  const { session_id: nativeId, model } = known.data;
  const isNewName = nativeId !== state.nativeId;
  const isNewModel = model !== undefined && model !== state.model;
  const isOwnTurn = state.prompt === null;
  const begins: Fact[] = isOwnTurn && state.isWoken ? [{ type: "turn_start" }] : [];
  const next: ClaudeState = {
    ...state,
    nativeId,
    phase: "ready",
    model: model ?? state.model,
    isOwnTurn,
    isWoken: false,
  };
  const { state: moded, facts: changes } = withMode(next, known.data.permissionMode);
  const facts = [...begins, ...changes, ...(state.phase === "ready" ? [] : trustNotice(state))];
  if (isNewName || state.phase !== "ready" || (isNewModel && state.model === null)) {
    const provenance = isNewName ? "reported" : "assigned";
    return {
      state: moded,
      facts: [{ type: "bound", nativeId, provenance, ...(model === undefined ? {} : { model }) }, ...facts],
    };
  }
  return { state: moded, facts: isNewModel ? [{ type: "model_changed", data: { model } }, ...facts] : facts };
}

/** The first report is the initial setting and no change; but rules must know of plan mode. */
function withMode(state: ClaudeState, mode: unknown): Step {
  if (typeof mode !== "string" || mode === state.mode) return { state, facts: [] };
  const ours = fromAgentMode(mode);
  const isNews = state.mode !== null || ours === "plan";
  return { state: { ...state, mode }, facts: isNews ? [{ type: "mode_changed", data: { mode: ours } }] : [] };
}
