// A session from an imported file. The file is history, whoever wrote it: nothing in progress there continues here, and no
// decision made there applies here.
import { initialArrangement } from "../arrangement/state.ts";
import { initialBinding } from "../binding/state.ts";
import type { DataOf, EventBody } from "../event.ts";
import { initialLimit } from "../limit/state.ts";
import { initialPermission } from "../permission/state.ts";
import { initialPrompt } from "../prompt/state.ts";
import { isModelName } from "../setting/model.ts";
import { initialSetting } from "../setting/state.ts";
import type { SessionState } from "../state.ts";
import { closeTasks, goesOn } from "../task/decide.ts";
import { initialTask } from "../task/state.ts";
import { oneLine } from "../text/one-line.ts";
import { initialToolCall } from "../tool-call/state.ts";
import { closePermissions, closeTurn } from "../turn/decide.ts";
import type { WorkspaceRef } from "./events.ts";

const by = { kind: "daemon" } as const;
const WHY = "the session was imported without its agent";

interface Arrival {
  at: string;
  /** The id that it had. */
  from: string;
  /** One that is free here. */
  name: string | null;
  /** What this machine calls its directory. */
  workspace: WorkspaceRef;
  /** Why its agent can't resume the conversation; null if it may try. */
  unresumable: string | null;
}

/** Something in the file that does not apply here. */
export interface LeftOut {
  what: "rules" | "mode" | "model" | "limits" | "name" | "conversation" | "prompts" | "questions" | "fork";
  /** What it is, for people. */
  text: string;
}

/** The events that close what was open, and record the session's origin. Nothing is left to do after them. */
export function arrivalOf(state: SessionState, arrival: Arrival): { events: EventBody[]; left: LeftOut[] } {
  const { at, from, name, workspace, unresumable } = arrival;
  const { lifecycle, turn, binding, prompt } = state;
  const left = leftOut(state, arrival);
  const { external } = lifecycle;
  const origin = external
    ? `imported from ${external.system}, where it is session ${oneLine(external.id)}`
    : `imported from a file, where it was session ${oneLine(from)}`;
  const text = left.length === 0 ? origin : `${origin}; not imported: ${left.map((one) => one.text).join("; ")}`;
  const events: EventBody[] = [
    ...closeTurn(state, { reason: "interrupted", at, by }),
    ...closeTasks(state, { at, by }),
    ...(turn.open ? [] : closePermissions(state, WHY, by, (one) => !goesOn(state, one))),
    ...(binding.run ? [exitOf(binding.run.run, turn.open?.turn ?? null)] : []),
    ...prompt.queue.map(
      ({ promptId }): EventBody => ({ type: "prompt_withdrawn", by, data: { promptId, reason: WHY } }),
    ),
    ...(lifecycle.trashed ? [{ type: "restored" as const, by, data: {} }] : []),
    { type: "imported", by, data: { from, workspace, ...(unresumable === null ? {} : { unresumable }) } },
    ...(lifecycle.name === name ? [] : [{ type: "renamed" as const, by, data: { name } }]),
    { type: "notice", by, data: { kind: "imported", text } },
    ...(lifecycle.phase === "open" ? [{ type: "session_end" as const, by, data: { reason: "imported" } }] : []),
  ];
  return {
    events: [...events, { type: "acknowledged", by, data: { seq: state.head + events.length } }],
    left,
  };
}

const exitOf = (run: string, turn: string | null): EventBody => ({
  type: "agent_exit",
  by,
  data: { run, outcome: "stopped", code: null, signal: null, turn, text: WHY },
});

function leftOut(state: SessionState, { name, unresumable }: Arrival): LeftOut[] {
  const { lifecycle, permission, setting, limit, prompt } = state;
  const { turnMinutes, budgetUsd, budgetTokens } = limit.own;
  const limits = [limited(turnMinutes, "minutes a turn"), limited(budgetUsd, "USD"), limited(budgetTokens, "tokens")]
    .filter((one) => one !== null)
    .join(", ");
  const all: (LeftOut | false)[] = [
    permission.rules.length > 0 && { what: "rules", text: counted(permission.rules.length, "rule") },
    setting.mode !== null && { what: "mode", text: `the mode ${oneLine(setting.mode)}` },
    setting.model !== null && { what: "model", text: `the model ${oneLine(setting.model)}` },
    limits !== "" && { what: "limits", text: `limits (${limits})` },
    lifecycle.name !== null && name === null && { what: "name", text: `the name ${oneLine(lifecycle.name)}` },
    unresumable !== null && { what: "conversation", text: `the agent's conversation, as ${unresumable}` },
    prompt.queue.length > 0 && { what: "prompts", text: counted(prompt.queue.length, "queued prompt") },
    permission.open.length > 0 && { what: "questions", text: counted(permission.open.length, "open question") },
    lifecycle.fork !== null && { what: "fork", text: `its origin as a fork of ${oneLine(lifecycle.fork.session)}` },
  ];
  return all.filter((one) => one !== false);
}

const limited = (value: number | null | undefined, unit: string): string | null =>
  value === undefined ? null : `${value ?? "unlimited"} ${unit}`;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** The end of what an imported session got since in the program that recorded it. */
export function moreArrived(
  { lifecycle, binding, head }: SessionState,
  { from, events }: { from: string; events: number },
): EventBody[] {
  const { workspace, external } = lifecycle;
  if (!workspace || !external) return [];
  const isElsewhere = binding.hasSpoken && binding.nativeId === null;
  const unresumable = isElsewhere ? { unresumable: tookPlaceIn(external) } : {};
  const text = `${counted(events, "more event")} imported from ${external.system}`;
  const added: EventBody[] = [
    { type: "imported", by, data: { from, workspace, isMore: true, ...unresumable } },
    { type: "notice", by, data: { kind: "imported", text } },
  ];
  return [...added, { type: "acknowledged", by, data: { seq: head + added.length } }];
}

/** Why its agent can't resume the conversation, as the end of a sentence. */
export const tookPlaceIn = ({ system }: { system: string }): string => `it took place in ${system}`;

/** The part of a session's state that survives an import: the conversation, its cost, and the agent's own conversation id. */
export function arrivedFrom(
  state: SessionState,
  { session, at, seq, data }: { session: string; at: string; seq: number; data: DataOf<"imported"> },
): SessionState {
  const { lifecycle, binding, prompt, turn, usage } = state;
  const { from, unresumable = null, workspace, isMore = false } = data;
  if (isMore)
    return {
      ...state,
      lifecycle: { ...lifecycle, failure: null, importedSeq: seq },
      binding: { ...binding, unresumable: binding.unresumable ?? unresumable },
    };
  const hasMoreToLose = binding.hasSpoken || (binding.nativeId === null && binding.fork !== null);
  return {
    ...state,
    lifecycle: {
      ...lifecycle,
      workspace,
      fork: null,
      after: null,
      selectedAt: null,
      failure: null,
      createdAt: earlier(lifecycle.createdAt, at),
      lastActiveAt: earlier(lifecycle.lastActiveAt, at),
      activityAt: earlier(lifecycle.activityAt, at),
      acknowledgedSeq: Math.min(lifecycle.acknowledgedSeq, seq),
      importedSeq: seq,
      copyOf: from === session ? lifecycle.copyOf : { session: from, seq, turns: turn.count, usage },
    },
    prompt: { ...initialPrompt, queue: prompt.queue, title: prompt.title },
    toolCall: initialToolCall,
    task: initialTask,
    permission: initialPermission,
    binding: {
      ...initialBinding,
      run: binding.run,
      nativeId: unresumable === null ? binding.nativeId : null,
      unresumable: hasMoreToLose ? unresumable : null,
      hasSpoken: binding.hasSpoken,
      model: binding.model !== null && isModelName(binding.model) ? binding.model : null,
    },
    setting: { ...initialSetting, seq },
    limit: initialLimit,
    arrangement: initialArrangement,
  };
}

/** Times in a file are limited to the time of the import. */
const earlier = (claimed: string | null, at: string): string =>
  claimed !== null && Date.parse(claimed) <= Date.parse(at) ? new Date(claimed).toISOString() : at;
