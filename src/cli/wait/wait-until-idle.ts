// Follows a session until it is idle, or until a person is needed.
import type { Client, Followed } from "../../client/index.ts";
import { SessionReader } from "../../client/session-reader.ts";
import { changesProgress, LOGIN_NEEDED, type Progress, progressOf, understand } from "../../core/index.ts";
import { inlineTexts } from "../history/inline-texts.ts";
import { eventsBefore, lastMessage } from "../history/last-message.ts";
import { type EndedTask, taskNames } from "../render/background.ts";
import { passingText } from "../render/passing-wait.ts";

export interface Rest {
  readonly session: string;
  readonly head: number;
  readonly signal: AbortSignal;
  now(): number;
  /** What it waits for. */
  tell(text: string | null): void;
  /** The background tasks that it waits for. */
  tellTasks(tasks: readonly EndedTask[]): void;
}

export type IdleOutcome = Exclude<Progress, { kind: "works" }>;

/** Null if the signal came first. */
export async function waitUntilIdle(client: Client, rest: Rest): Promise<IdleOutcome | null> {
  const { session, head, signal } = rest;
  const reader = new SessionReader({ client, session });
  for await (const item of reader.items({ after: head, signal })) {
    const outcome = mayRest(item) ? await outcomeNow({ client, reader }, rest) : null;
    if (outcome) return outcome;
  }
  return null;
}

const mayRest = (item: Followed): boolean =>
  item.kind === "frame" ? item.frame.frame === "caught_up" : changesProgress(item.event);

async function outcomeNow(
  { client, reader }: { client: Client; reader: SessionReader },
  { session, signal, now, tell, tellTasks }: Rest,
): Promise<IdleOutcome | null> {
  const { state, limits } = await reader.current(signal);
  const nowMs = now();
  const found = progressOf(state, { limits, nowMs });
  if (found.kind === "works") {
    const { wait, tasks } = found;
    tell(tasks.length > 0 ? taskNames(tasks) : wait && passingText(wait, nowMs));
    tellTasks(tasks);
    return null;
  }
  if (found.kind === "asks") return { ...found, question: await inlineTexts(client, found.question) };
  if (found.kind !== "ended") return found;
  const said = await lastMessage(client, session, { head: found.seq, isOfLastTurn: true });
  const login = found.reason === "failed" ? await missingLogin(client, session, found.seq) : null;
  return { ...found, message: said?.text ?? null, ...(login ? { login } : {}) };
}

/** The login error of the turn that ended there; null if it failed for another reason. */
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
