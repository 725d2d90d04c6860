// Responses to Skein's commands. Their ids contain the purpose.
import { AFTER_REFUSAL } from "../../core/index.ts";
import type { Fact, Reaction } from "../driver.ts";
import { unreadableLine } from "../kit/unreadable-line.ts";
import { commandText } from "./approvals/names.ts";
import { listed } from "./commands.ts";
import { endOfFailed } from "./failure.ts";
import { commandLine, type LineOf, programState } from "./protocol.ts";
import { nextId, type PiState, type Step } from "./state.ts";
import { end, rested } from "./turn.ts";

const quiet = (state: PiState): Reaction<PiState> => ({ state, facts: [], writes: [] });

export function handleResponse(state: PiState, line: LineOf<"response">): Reaction<PiState> {
  const kind = line.id?.replace(/-\d+$/, "");
  switch (kind) {
    case "open":
      return handleOpening(state, line);
    case "list":
      return { ...quiet(state), facts: listed(line.data) };
    case "prompt":
    case "steer":
      return handleReceipt(state, line, kind);
    case "look":
      return handleState(state, line);
    case "mode":
      if (line.id !== state.settling) return quiet(state);
      return line.success ? quiet({ ...state, settling: null }) : { ...modeRefused(state, line.error), writes: [] };
    default: {
      if (line.success) return quiet(state);
      const text = `Pi refused: ${line.error ?? "it gave no reason."}`.slice(0, 500);
      return { state, facts: [{ type: "notice", data: { kind: "refused", text } }], writes: [] };
    }
  }
}

/** The current mode is unknown. */
export function modeRefused(state: PiState, why = "it gave no reason."): Step {
  const message = `Pi refused the mode ${state.mode}: ${why}`.slice(0, 500);
  const error: Fact = { type: "error", data: { code: "mode_refused", message, hint: AFTER_REFUSAL } };
  return { state: { ...state, mode: null, settling: null }, facts: [error] };
}

/** The agent is ready when it answers. */
function handleOpening(state: PiState, line: LineOf<"response">): Reaction<PiState> {
  if (state.phase !== "starting") return quiet(state);
  const known = programState.safeParse(line.data);
  if (!line.success || !known.success) {
    const message = `Pi could not start: ${line.error ?? "it did not report its state."}`.slice(0, 500);
    const error: Fact = { type: "error", data: { code: "start_failed", message } };
    return { state: { ...state, phase: "dead" }, facts: [error], writes: [] };
  }
  const { sessionId, model } = known.data;
  const answers = model ? `${model.provider}/${model.id}` : null;
  return bind({ ...state, nativeId: sessionId, answers });
}

/** A fork first moves to its position. */
export function open(before: PiState): Reaction<PiState> {
  if (before.place !== null) {
    const { state, id } = nextId(before, "place");
    return { state, facts: [], writes: [orderLine(id, { place: before.place })] };
  }
  const { state, id } = nextId(before, "open");
  // Responses come in order: when it is ready, its commands are known.
  const writes = [commandLine("list", { type: "get_commands" }), commandLine(id, { type: "get_state" })];
  return { state, facts: [], writes };
}

export const orderLine = (id: string, order: Parameters<typeof commandText>[0]): string =>
  commandLine(id, { type: "prompt", message: commandText(order), streamingBehavior: "steer" });

export function bind(state: PiState): Reaction<PiState> {
  const { nativeId, answers } = state;
  const model = answers === null ? {} : { model: answers };
  const bound: Fact = { type: "bound", nativeId, provenance: "assigned", ...model };
  return { state: { ...state, phase: "ready" }, facts: [bound], writes: [] };
}

/** A prompt or steered text was accepted or refused. */
function handleReceipt(before: PiState, line: LineOf<"response">, kind: "prompt" | "steer"): Reaction<PiState> {
  const id = line.id ?? "";
  if (!before.unconfirmed.includes(id)) return quiet(before);
  const state = { ...before, unconfirmed: before.unconfirmed.filter((one) => one !== id) };
  if (state.prompt === null) return quiet(state);
  if (!line.success) return refused(state, line.error ?? "", kind);
  // An extension may have handled it; then nothing follows, without a report.
  return look(state);
}

function look(before: PiState): Reaction<PiState> {
  const { state, id } = nextId(before, "look");
  return { state, facts: [], writes: [commandLine(id, { type: "get_state" })] };
}

function refused(state: PiState, error: string, kind: "prompt" | "steer"): Reaction<PiState> {
  if (kind === "prompt" && !state.hasBegun) return { state: rested(state), facts: endOfFailed(error), writes: [] };
  const text = `Pi did not accept the steered text: ${error}`.slice(0, 500);
  return { ...look(state), facts: [{ type: "notice", data: { kind: "refused", text } }] };
}

/** All lines of a run come before this one: if there were none and the agent is idle, there will be none. */
function handleState(state: PiState, line: LineOf<"response">): Reaction<PiState> {
  const known = programState.safeParse(line.data);
  if (!known.success) return { state, facts: [unreadableLine(JSON.stringify(line))], writes: [] };
  const isTaken = state.hasBegun || known.data.isStreaming || state.unconfirmed.length > 0;
  if (state.prompt === null || isTaken) return quiet(state);
  const text = "A Pi extension handled the prompt; the model was not asked.";
  const notice: Fact = { type: "notice", data: { kind: "extension", text } };
  const ended = end(state);
  return { ...ended, facts: state.isInterrupting ? ended.facts : [notice, ...ended.facts] };
}
