// The program's lines about itself: who it is and how it works now, and what people should know of.
import * as z from "zod";
import type { Fact } from "../driver.ts";
import { unreadableLine } from "../unreadable-line.ts";
import { listed } from "./commands.ts";
import { fromAgentMode } from "./modes.ts";
import type { LineOf } from "./protocol.ts";
import type { ClaudeState, Step } from "./state.ts";

/** Progress for the program's own screens; what comes of it is said elsewhere. */
const noise = new Set([
  "background_tasks_changed",
  "control_request_progress",
  "elicitation_complete",
  "files_persisted",
  "hook_progress",
  "hook_response",
  "hook_started",
  "memory_recall",
  "session_state_changed",
  "task_progress",
  "task_started",
  "task_updated",
  "thinking_tokens",
  "worker_shutting_down",
]);

export function takeSystem(state: ClaudeState, line: LineOf<"system">): Step {
  switch (line.subtype) {
    case "init":
      return takeInit(state, line);
    case "status":
      return withMode(state, line.permissionMode);
    case "commands_changed":
      return { state, facts: listed(line) };
    case "permission_denied":
    case "task_notification":
      // A tool that is being waited for will say so itself.
      return { state, facts: state.tools.some(({ id }) => id === line.tool_use_id) ? [] : [noticeOf(line)] };
    default:
      return { state, facts: noise.has(line.subtype) ? [] : [noticeOf(line)] };
  }
}

const init = z.object({ session_id: z.string(), model: z.string().optional(), permissionMode: z.string().optional() });

/** Comes at the beginning of every turn. A one-shot process is bound by it; a long-lived one was before, but learns its model. */
function takeInit(state: ClaudeState, line: LineOf<"system">): Step {
  const known = init.safeParse(line);
  if (!known.success) return { state, facts: [unreadableLine(JSON.stringify(line))] };
  const { session_id: nativeId, model } = known.data;
  const isNewName = nativeId !== state.nativeId;
  const isNewModel = model !== undefined && model !== state.model;
  const next: ClaudeState = {
    ...state,
    nativeId,
    phase: "ready",
    model: model ?? state.model,
    isOwnTurn: state.prompt === null,
  };
  const { state: moded, facts } = withMode(next, known.data.permissionMode);
  if (isNewName || state.phase !== "ready" || (isNewModel && state.model === null)) {
    const provenance = isNewName ? "reported" : "assigned";
    return {
      state: moded,
      facts: [{ type: "bound", nativeId, provenance, ...(model === undefined ? {} : { model }) }, ...facts],
    };
  }
  return { state: moded, facts: isNewModel ? [{ type: "model_changed", data: { model } }, ...facts] : facts };
}

/** The first word on it is no change: it is how the agent was set up. */
function withMode(state: ClaudeState, mode: unknown): Step {
  if (typeof mode !== "string" || mode === state.mode) return { state, facts: [] };
  const changed: Fact = { type: "mode_changed", data: { mode: fromAgentMode(mode) } };
  return { state: { ...state, mode }, facts: state.mode === null ? [] : [changed] };
}

const MAX_TEXT = 500;
const said = z.object({ content: z.string(), message: z.string(), summary: z.string(), text: z.string() }).partial();

function noticeOf(line: LineOf<"system">): Fact {
  const notice = (text: string): Fact => ({
    type: "notice",
    data: { kind: line.subtype, text: text.slice(0, MAX_TEXT) },
  });
  if (line.subtype === "api_retry") return notice(retryText(line));
  if (line.subtype === "compact_boundary") return notice("The conversation was summed up to make room.");
  const { content, message, summary, text } = said.safeParse(line).data ?? {};
  const words = content ?? message ?? summary ?? text;
  return words
    ? notice(words)
    : unreadableLine(JSON.stringify(line), `Claude Code said something new: ${line.subtype}.`);
}

const retry = z.object({
  attempt: z.number(),
  max_retries: z.number(),
  error_status: z.number().nullish(),
  error: z.string(),
});

function retryText(line: LineOf<"system">): string {
  const known = retry.safeParse(line).data;
  if (!known) return "The model could not be reached; it is asked again.";
  const { attempt, max_retries, error_status, error } = known;
  const why = error_status ? `${error}, status ${error_status}` : "the connection was lost";
  return `The model did not answer (${why}); it is asked again, attempt ${attempt} of ${max_retries}.`;
}
