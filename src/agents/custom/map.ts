// Turns the runner's lines into facts. Total: a line without meaning becomes a notice.

import type { Fact, Step as LineStep, Reaction } from "../driver.ts";
import { parseJsonLine } from "../kit/json-line.ts";
import { idIn } from "../kit/run-id.ts";
import { unreadableLine } from "../kit/unreadable-line.ts";
import { isUnnamed, unnamed } from "./conversation.ts";
import { failureOf } from "./failure.ts";
import { type RunnerLine, runnerLine } from "./protocol.ts";
import type { ToolState } from "./state.ts";

/** What is needed to interpret a tool's lines. */
export interface Reading {
  readonly name: string;
  readonly protocol: "oneshot" | "lines";
  readonly isNamedByUs: boolean;
}

type Step = LineStep<ToolState>;

export function readLine(tool: Reading, state: ToolState, text: string): Reaction<ToolState> {
  const line = parseJsonLine(runnerLine, text);
  const step = line ? handleLine(tool, state, line) : { state, facts: [unreadableLine(text)] };
  return { ...step, writes: [] };
}

function handleLine(tool: Reading, state: ToolState, line: RunnerLine): Step {
  switch (line.type) {
    case "ready":
      return handleReady(tool, state, line.banner);
    case "session":
      return handleName(tool, state, line.id);
    case "text":
      return handleText(tool, state, line);
    case "rest":
      return handleRest(state, line.taken);
    case "failed":
      return { state: { ...state, failure: line.text }, facts: [] };
    case "notice":
      return { state, facts: [notice(line.kind, line.text)] };
    case "unfit":
      return handleUnfit(state, line.text);
    case "end":
      return tool.protocol === "oneshot" ? handleEnd(tool, state, line) : handleCrash(tool, state, line);
    default:
      return line satisfies never;
  }
}

const notice = (kind: string, text: string): Fact => ({ type: "notice", data: { kind, text } });

function handleReady(tool: Reading, state: ToolState, banner: string): Step {
  if (state.phase !== "starting") return { state, facts: [] };
  const ready: ToolState = { ...state, phase: "ready" };
  const facts: Fact[] = banner.trim() === "" ? [] : [notice("banner", banner.trim())];
  const blank = blankStart(tool, state);
  if (blank) facts.push(blank);
  // A process per prompt has a conversation only after its first answer: after an early failure, the prompt can be repeated.
  if (tool.protocol === "oneshot") return { state: ready, facts };
  const bound = bind(tool, { ...ready, nativeId: ready.nativeId ?? unnamed(state.run) });
  return { state: bound.state, facts: [...bound.facts, ...facts] };
}

/** A start without history is always reported. */
function blankStart({ name }: Reading, { blank }: ToolState): Fact | null {
  if (blank === null) return null;
  const text =
    blank === "every_prompt"
      ? `Each prompt is a new conversation for ${name}: config.toml has no resume_flag for it.`
      : `${name} starts a new conversation: it knows nothing of the earlier one.`;
  return notice("blank_start", text);
}

/** Reports the conversation's id, once and only when it is known. */
function bind({ isNamedByUs }: Reading, state: ToolState): Step {
  const { nativeId } = state;
  if (state.isBound || nativeId === null) return { state, facts: [] };
  const provenance = isNamedByUs || isUnnamed(nativeId) ? "assigned" : "reported";
  return { state: { ...state, isBound: true }, facts: [{ type: "bound", nativeId, provenance }] };
}

/** A tool may give the conversation a new id, which is used from then on. */
function handleName(tool: Reading, state: ToolState, id: string): Step {
  if (state.nativeId === id && state.isBound) return { state, facts: [] };
  const named: ToolState = { ...state, nativeId: id, isBound: false };
  // A long-lived tool reports its id before it is ready for prompts.
  return tool.protocol === "lines" ? { state: named, facts: [] } : bind(tool, named);
}

/** Text without a prompt starts a turn of its own; blank lines do not. */
function handleText(tool: Reading, state: ToolState, { message, text }: { message: number; text: string }): Step {
  if (!state.isTurnOpen && text.trim() === "") return { state, facts: [] };
  const bound = bind(tool, state);
  return {
    state: { ...bound.state, isTurnOpen: true, hasSpoken: true, failure: null },
    facts: [...bound.facts, { type: "agent_message", data: { messageId: idIn(state, `${message}`), text } }],
  };
}

const closed = { isTurnOpen: false, isInterrupting: false, failure: null } as const;

/** If it became idle before it had the newest prompt, that ends nothing. */
function handleRest(state: ToolState, taken: number): Step {
  if (!state.isTurnOpen || taken !== state.given) return { state, facts: [] };
  const reason = state.isInterrupting ? "interrupted" : "completed";
  return { state: { ...state, ...closed }, facts: [{ type: "turn_end", reason }] };
}

function handleUnfit(state: ToolState, text: string): Step {
  if (state.phase === "dead") return { state, facts: [] };
  const hint = "correct it in config.toml, then send a prompt";
  const facts: Fact[] = [{ type: "error", data: { code: "start_failed", message: text, hint } }];
  if (state.isTurnOpen) facts.push({ type: "turn_end", reason: "failed", error: text });
  return { state: { ...state, ...closed, phase: "dead" }, facts };
}

type End = Extract<RunnerLine, { type: "end" }>;

/** The end of a process is the end of its only turn. */
function handleEnd(tool: Reading, state: ToolState, end: End): Step {
  if (!state.isTurnOpen) return { state, facts: [] };
  const dead: ToolState = { ...state, ...closed, phase: "dead" };
  if (end.code === 0 && state.failure === null) {
    const bound = bind(tool, dead);
    const facts: Fact[] = [...bound.facts];
    if (!bound.state.isBound)
      facts.push(
        notice(
          "no_session_id",
          `${tool.name} did not report the name of its conversation, so the next prompt starts a new one.`,
        ),
      );
    return { state: bound.state, facts: [...facts, { type: "turn_end", reason: "completed" }] };
  }
  const { facts, error, isQuota } = failureOf(tool.name, state, end);
  return { state: dead, facts: [...facts, { type: "turn_end", reason: isQuota ? "limit" : "failed", error }] };
}

/** A long-lived tool has died. The session closes its turn, because it knows whether that was intended. */
function handleCrash(tool: Reading, state: ToolState, end: End): Step {
  if (state.phase === "dead") return { state, facts: [] };
  const dead: ToolState = { ...state, phase: "dead" };
  const isWanted = state.isInterrupting || (end.code === 0 && state.phase === "ready");
  return { state: dead, facts: isWanted ? [] : failureOf(tool.name, state, end).facts };
}
