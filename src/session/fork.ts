// Where a fork begins: at the end of a turn for which the agent knows a mark.
import {
  type Capabilities,
  type Event,
  type Fork,
  type ForkPoint,
  type Rejection,
  reject,
  type SessionState,
  spentIn,
  understand,
} from "../core/index.ts";
import { type Log, walkEvents } from "../log/index.ts";
import type { SessionDependencies } from "./dependencies.ts";
import { loadState } from "./load-state.ts";
import type { Session } from "./session.ts";
import { whyAnothers } from "./unresumable.ts";

/** Where it begins, the state there, and what its agent branches off from. */
export interface ForkPosition {
  fork: Fork;
  state: SessionState;
}

interface Wanted {
  source: Session;
  /** `t3`, or null for the last one that ended. */
  turn: string | null;
  get: (session: string) => Session | null;
}

export async function findForkPosition(
  { log, registry }: Pick<SessionDependencies, "log" | "registry">,
  { source, turn, get }: Wanted,
): Promise<ForkPosition | { rejection: Rejection }> {
  const { lifecycle, turn: turns } = source.state;
  const last = turns.last && (turn === null || turn === turns.last.turn) ? turns.last.seq : null;
  const end = await findTurnEnd(log, source.id, turn, last);
  if (end === "removed") {
    const detail = `${turn ?? "The last turn"} belongs to the session that this one was forked from, which was deleted for good. Only this session's own turns can be forked.`;
    return reject("turn_not_found", detail, { last: null });
  }
  if (!end && turn === null && turns.open === null) {
    // There was no turn yet: only the session itself can be forked.
    const fork = { session: source.id, seq: 1, turn: null, native: null };
    // Its first event is from the file, even if the imported session was itself a fork's base.
    const isImported = lifecycle.importedSeq > 0;
    return { fork: isImported ? { ...fork, isImported } : fork, state: await loadState(log, source.id, fork.seq) };
  }
  if (!end) {
    const known = turns.last ? `the last one that ended is ${turns.last.turn}` : "none has ended yet";
    const running = turns.open ? `; ${turns.open.turn} is running` : "";
    return reject("turn_not_found", `This session has no finished turn ${turn ?? "yet"}: ${known}${running}.`, {
      last: turns.last?.turn ?? null,
    });
  }
  const { agent } = lifecycle;
  const driver = registry.get(agent);
  if (!driver) {
    const allowed = registry.list().map(({ id }) => id);
    return reject("agent_unknown", `This session's agent "${agent}" is not known here; known: ${allowed.join(", ")}.`, {
      allowed,
      agent,
    });
  }
  const origin = get(end.session);
  if (!origin) throw new Error(`the session of turn ${end.turn} is gone`);
  await origin.load();
  const isNewest = origin.state.head === end.seq;
  const state = isNewest ? origin.state : await loadState(log, end.session, end.seq);
  const { title, capabilities } = driver;
  const { nativeId, unresumable } = origin.state.binding;
  const why = unresumable ?? (nativeId === null ? null : whyAnothers(log, origin.id, { agent, nativeId }));
  if (why !== null) {
    const detail = `The agent can't resume this conversation: ${why}.`;
    return reject("capability_missing", detail, { capability: "fork", isUnresumable: true });
  }
  const fork = forkAt(end, { title, capabilities, state: origin.state, spent: spentIn(state) });
  if ("rejection" in fork) return fork;
  const isImported = end.seq < origin.state.lifecycle.importedSeq;
  return { fork: isImported ? { ...fork, isImported } : fork, state };
}

/** The end of a turn, in the session that wrote it: a fork's turn may belong to its base. */
interface TurnEnd {
  session: string;
  seq: number;
  turn: string;
  mark: string | null;
  /** Of the turn after it. */
  nextMark: string | null;
  isLast: boolean;
}

/**
 * The newest end of a turn, or that of the named one; null if there is none, "removed" if its session is gone. Searched from the end, where forks usually begin.
 * `at` is its position, if known.
 */
async function findTurnEnd(
  log: Log,
  session: string,
  turn: string | null,
  at: number | null = null,
): Promise<TurnEnd | "removed" | null> {
  let later: { mark: string | null } | null = null;
  const from = at === null ? { before: Number.MAX_SAFE_INTEGER } : { before: at + 1, limit: 1 };
  for await (const events of walkEvents(log, { session, ...from })) {
    for (const stored of events.toReversed()) {
      const event = stored.type === "turn_end" ? understand(JSON.parse(stored.line) as Event) : null;
      if (event?.type !== "turn_end") continue;
      const { mark = null, turn: ended } = event.data;
      if (turn === null || ended === turn) {
        const end = { seq: event.seq, turn: ended, mark, nextMark: later?.mark ?? null, isLast: later === null };
        // The session that wrote it knows what followed.
        if (stored.session !== session) return (await findTurnEnd(log, stored.session, ended)) ?? "removed";
        return { session, ...end };
      }
      later = { mark };
    }
  }
  return null;
}

interface Source {
  title: string;
  capabilities: Capabilities;
  /** Of the session that has the turn, now. */
  state: SessionState;
  /** In the whole conversation, up to that turn. */
  spent: ForkPoint["spent"];
}

/** What the agent branches off from; or why it can't. */
function forkAt(end: TurnEnd, source: Source): Fork | { rejection: Rejection } {
  const { title, capabilities, state, spent } = source;
  const { session, seq, turn, mark, nextMark } = end;
  const { nativeId } = state.binding;
  if (nativeId === null) return { session, seq, turn, native: null };
  const isWhole = end.isLast && state.turn.open === null;
  if (capabilities.fork === "none") {
    const detail = `${title} can't fork a conversation.`;
    return reject("capability_missing", detail, { capability: "fork" });
  }
  if (isWhole) return { session, seq, turn, native: { nativeId, mark, nextMark, isWhole, spent } };
  if (capabilities.fork === "whole") {
    const why = state.turn.open ? `turn ${state.turn.open.turn} is running` : `there were turns after ${turn}`;
    const detail = `${title} can fork a conversation only as it is now, and ${why}.`;
    return reject("capability_missing", detail, { capability: "fork" });
  }
  if (mark === null) {
    const detail = `${title} has no name for the end of turn ${turn}, so only the conversation as it is now can be forked.`;
    return reject("capability_missing", detail, { capability: "fork" });
  }
  return { session, seq, turn, native: { nativeId, mark, nextMark, isWhole, spent } };
}
