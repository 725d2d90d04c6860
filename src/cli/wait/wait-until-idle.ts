// Follows a session until it rests, or until nothing goes on without a person.
import { setTimeout as sleep } from "node:timers/promises";
import type { Client, Followed } from "../../client/index.ts";
import {
  countTasks,
  isPassing,
  type Limits,
  type OpenPermission,
  type SessionState,
  understand,
  waitOf,
} from "../../core/index.ts";
import { inlineTexts } from "../history/inline-texts.ts";
import { eventsBefore, lastMessage } from "../history/last-message.ts";
import { type EndedTask, taskNames } from "../render/background.ts";
import { passingText } from "../render/passing-wait.ts";
import { LOGIN_NEEDED, type PromptOutcome } from "./turn-watch.ts";

export interface Rest {
  readonly session: string;
  readonly head: number;
  readonly signal: AbortSignal;
  now(): number;
  /** What it waits for. */
  tell(text: string | null): void;
  /** Background tasks that it waits for. */
  tellTasks(tasks: readonly EndedTask[]): void;
}

/** Nothing has been asked of it yet, so that there is nothing to tell. */
export type IdleOutcome = PromptOutcome | { readonly kind: "untouched"; readonly seq: number };

const POLL_MS = 10;

/** Null when the signal came first. */
export async function waitUntilIdle(client: Client, rest: Rest): Promise<IdleOutcome | null> {
  const { session, head, signal } = rest;
  for await (const item of client.follow(session, { after: head, signal })) {
    if (!mayRest(item)) continue;
    const seq = item.kind === "event" ? item.event.seq : 0;
    const outcome = await outcomeNow(client, rest, seq);
    if (outcome) return outcome;
  }
  return null;
}

const turningPoints = new Set([
  ...["permission", "turn_start", "turn_end", "prompt_queued", "prompt_edited", "prompt_withdrawn", "queue_paused"],
  ...["quota_reached", "limits_changed", "error", "resume_failed", "session_end", "agent_exit"],
  ...["task_start", "task_end"],
]);

const mayRest = (item: Followed): boolean =>
  item.kind === "frame" ? item.frame.frame === "caught_up" : turningPoints.has(item.event.type);

async function outcomeNow(client: Client, rest: Rest, seq: number): Promise<IdleOutcome | null> {
  let { state, limits } = await client.session(rest.session);
  // An event may be read a moment before the daemon's own state has it.
  while (state.head < seq && !rest.signal.aborted) {
    await sleep(POLL_MS);
    ({ state, limits } = await client.session(rest.session));
  }
  const found = restOf(state, { limits, nowMs: rest.now() });
  if (found.kind === "works") {
    rest.tell(found.text);
    rest.tellTasks(found.tasks ?? []);
    return null;
  }
  if (found.kind === "asks") return { ...found, question: await inlineTexts(client, found.question) };
  if (found.kind !== "ended") return found;
  const said = await lastMessage(client, rest.session, { head: found.seq, isOfLastTurn: true });
  const login = found.reason === "failed" ? await missingLogin(client, rest.session, found.seq) : null;
  return { ...found, message: said?.text ?? null, ...(login ? { login } : {}) };
}

/** What the turn that ended there said of a login; null when it failed for another reason. */
async function missingLogin(
  client: Client,
  session: string,
  head: number,
): Promise<{ message: string; hint: string | null } | null> {
  for await (const event of eventsBefore(client, session, head)) {
    const known = understand(event);
    if (known?.type === "turn_start") return null;
    if (known?.type === "error" && known.data.code === LOGIN_NEEDED)
      return { message: known.data.message, hint: known.data.hint ?? null };
  }
  return null;
}

interface Works {
  readonly kind: "works";
  readonly text: string | null;
  readonly tasks?: readonly EndedTask[];
}

/** What a session is at: it goes on by itself, or it does not, and why. */
function restOf(state: SessionState, context: { limits: Limits; nowMs: number }): IdleOutcome | Works {
  const { turn, permission, prompt, binding, lifecycle } = state;
  const question = permission.open.find((one) => one.state === "asked");
  if (turn.open && question && turn.open.interrupt === "none")
    return { kind: "asks", question, isQueued: false, seq: question.seq };
  if (turn.open) return { kind: "works", text: null };
  const waits = prompt.queue.map(({ promptId }) => waitOf(state, promptId, context));
  const isOpen = lifecycle.phase === "open";
  const { halted } = binding;
  if (isOpen && halted && prompt.queue.length > 0) {
    const { code = null, message = "the agent can't go on" } = lifecycle.failure ?? {};
    return { kind: "halted", code, message, hint: null, seq: state.head };
  }
  if (isOpen && waits.includes(null)) return { kind: "works", text: null };
  const passing = waits.find((wait) => wait !== null && isPassing(wait));
  const { nowMs } = context;
  if (isOpen && passing) return { kind: "works", text: passingText(passing, nowMs) };
  const [needed] = waits;
  if (needed && !isPassing(needed)) return { kind: "waits", wait: needed, nowMs, seq: state.head };
  return workOfTasks(state, question) ?? lastEnd(state);
}

/** A turn that ended well is not the end of it while something of it works beside turns. One that failed is for a person to see at once. */
function workOfTasks({ turn, task }: SessionState, question: OpenPermission | undefined): IdleOutcome | Works | null {
  const isWell = turn.last === null || turn.last.reason === "completed" || turn.last.reason === "interrupted";
  if (!isWell || countTasks(task) === 0) return null;
  if (question) return { kind: "asks", question, isQueued: false, seq: question.seq };
  return { kind: "works", text: taskNames(task.running), tasks: task.running };
}

function lastEnd({ turn, task, lifecycle, head }: SessionState): IdleOutcome {
  const { last } = turn;
  if (!last) return { kind: "untouched", seq: head };
  const error = lifecycle.failure?.message ?? null;
  const ended = {
    kind: "ended" as const,
    turn: last.turn,
    reason: last.reason,
    durationMs: null,
    message: null,
    // Background tasks may have ended after it: who waited for them has seen that, too.
    seq: Math.max(last.seq, task.rest?.seq ?? 0),
  };
  const isLimit = last.reason === "interrupted" && error !== null;
  return { ...ended, error, ...(isLimit ? { limit: { message: error, hint: null } } : {}) };
}
