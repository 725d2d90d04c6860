// What a session changed: from the trees that were taken before and after its turns, else from its tool calls.
import { activityOf, type SessionState, type TurnSpan, type TurnSpans } from "../../core/index.ts";
import type { DiffAnswer, DiffNote, NoTrees } from "../../protocol/index.ts";
import type { DaemonContext } from "../context.ts";
import { Refusal } from "../refusal.ts";
import { type Caps, changesFromTools } from "./from-tools.ts";

const MAX_TURNS = 200;
const MAX_OTHERS = 5;
const MAX_CANDIDATES = 20;
/** What others changed later than this after a turn would count as the turn's. */
const RECORDED_WITHIN_MS = 30_000;
const all: Caps = { files: 1000, lines: 5000, lineCharacters: 2000, bytes: 2_000_000 };
const one: Caps = { files: 1, lines: 50_000, lineCharacters: 20_000, bytes: 8_000_000 };

export interface Asked {
  readonly session: string;
  readonly state: SessionState;
  readonly spans: TurnSpans;
  /** Of another session. */
  readonly spansOf: (session: string) => Promise<TurnSpans>;
  readonly turn: string | undefined;
  readonly path: string | undefined;
  readonly isStat: boolean;
  /** Whether the client still waits for the answer. */
  readonly isWanted: () => boolean;
}

type Changes = Pick<DiffAnswer, "source" | "files" | "total" | "notes">;

export async function sessionChanges(
  context: Pick<DaemonContext, "log" | "checkpoints" | "clock">,
  asked: Asked,
): Promise<Omit<DiffAnswer, "head" | "epoch">> {
  const { spans } = asked;
  const chosen = turnsMeant(asked);
  const last = chosen.at(-1);
  const isLive = last !== undefined && last.endSeq === null;
  const turns = spans.turns
    .slice(-MAX_TURNS)
    .map(({ turn, seq, at, endedAt, text }) => ({ turn, seq, at, endedAt, text }));
  const changes =
    (await fromTrees(context, asked, { chosen, isLive })) ?? (await fromTools(context, asked, { chosen }));
  const others = await othersAtWork(context, asked, chosen);
  const notes = [...changes.notes, ...(others.length > 0 ? [{ code: "others" as const, sessions: others }] : [])];
  return { ...changes, notes, turn: asked.turn === undefined ? null : (last?.turn ?? null), isLive, turns };
}

/** The turns of a fork's base are not the fork's own, but can be asked for. */
function turnsMeant({ turn, state, spans: { turns } }: Asked): readonly TurnSpan[] {
  const { fork } = state.lifecycle;
  if (turn === undefined) return fork ? turns.filter(({ seq }) => seq > fork.seq) : turns;
  const last = turns.at(-1);
  const found = turn === "last" ? last : turns.findLast((span) => span.turn === turn || span.turn === `t${turn}`);
  if (found) return [found];
  const known = last ? `the last one is ${last.turn}` : "it has had none yet";
  throw new Refusal("turn_not_found", `This session has no turn ${turn}: ${known}.`, { last: last?.turn ?? null });
}

interface Chosen {
  readonly chosen: readonly TurnSpan[];
  readonly isLive: boolean;
}

async function fromTrees(
  { checkpoints, clock }: Pick<DaemonContext, "checkpoints" | "clock">,
  { state, spans, path, isStat, ...asked }: Asked,
  { chosen, isLive }: Chosen,
): Promise<Changes | null> {
  const directory = state.lifecycle.workspace?.path ?? "";
  const newest = spans.turns.at(-1);
  const started = chosen.filter(({ start }) => start !== null);
  if (started.length === 0) return null;
  const last = chosen.at(-1);
  const isSoon = (from: string | null, to: string): boolean =>
    from !== null && Date.parse(to) - Date.parse(from) < RECORDED_WITHIN_MS;
  // The newest turn's end may not be recorded yet.
  const isAwaited = last?.end === null && !last.isEndless && isSoon(last.endedAt, clock.now());
  const isNowNeeded = last === newest && (isLive || isAwaited);
  const taken = isNowNeeded ? await checkpoints.take(directory, null) : null;
  const now = taken?.tree ?? null;
  const leftNow = taken?.tree ? taken.left : [];
  const trees = started.flatMap((span) => {
    const next = spans.turns[spans.turns.indexOf(span) + 1];
    // A turn right before another one left what that found.
    const found = next && isSoon(span.endedAt, next.at) ? next.start : null;
    const end = (span === newest && isNowNeeded ? now : null) ?? span.end ?? found;
    return span.start === null || end === null ? [] : [{ turn: span.turn, start: span.start, end }];
  });
  if (trees.length === 0) return null;
  const caps = path === undefined ? all : one;
  const found = await checkpoints.changes(directory, { turns: trees, path, isStat, caps });
  if (found.kind !== "found") return null;
  const { files, total, gone } = found;
  const missing = chosen.length - trees.length + gone.length;
  const left = [...new Set([...started.flatMap((span) => span.left), ...leftNow])].slice(0, 20);
  const notes: DiffNote[] = [
    ...(missing > 0 && asked.turn === undefined ? [{ code: "turns_missing" as const, turns: missing }] : []),
    ...(left.length > 0 ? [{ code: "left_out" as const, paths: left }] : []),
  ];
  return { source: "git", files: [...files], total, notes };
}

async function fromTools(
  { log, checkpoints }: Pick<DaemonContext, "log" | "checkpoints">,
  { session, state, turn, path, isStat, isWanted }: Asked,
  { chosen }: Pick<Chosen, "chosen">,
): Promise<Changes> {
  const directory = state.lifecycle.workspace?.path ?? "";
  const first = chosen[0];
  const last = chosen.at(-1);
  const { files, total } = await changesFromTools(log, {
    ...{ session, directory, path, isStat, isWanted },
    caps: path === undefined ? all : one,
    from: turn === undefined ? (state.lifecycle.fork?.seq ?? 0) + 1 : (first?.seq ?? 1),
    to: turn === undefined ? Number.MAX_SAFE_INTEGER : (last?.endSeq ?? Number.MAX_SAFE_INTEGER),
    turn: turn === undefined ? null : (last?.turn ?? null),
  });
  return { source: "tools", files, total, notes: [{ code: whyNoTrees(checkpoints.isIn(directory), chosen) }] };
}

function whyNoTrees(isRepository: boolean, chosen: readonly TurnSpan[]): NoTrees {
  const why = chosen.findLast((span) => span.why !== null)?.why;
  if (why) return why;
  if (chosen.some(({ start }) => start !== null)) return "elsewhere";
  return isRepository ? "not_recorded" : "no_repository";
}

/** Sessions of the same directory that had a turn at the same time: what they did can't be told apart. */
async function othersAtWork(
  { log }: Pick<DaemonContext, "log">,
  { session, state, spansOf, isWanted }: Asked,
  chosen: readonly TurnSpan[],
): Promise<string[]> {
  const [first, last] = [chosen[0], chosen.at(-1)];
  const workspace = state.lifecycle.workspace?.id;
  if (!first || !last || workspace === undefined) return [];
  const candidates = log
    .sessions({ workspace, shelves: ["listed", "archived"], limit: 200 })
    .filter((row) => row.id !== session && row.turns > 0 && row.createdAt < endOf(last))
    .filter((row) => activityOf(row) > first.at || row.status === "running")
    .slice(0, MAX_CANDIDATES);
  const others: string[] = [];
  for (const { id } of candidates) {
    if (others.length === MAX_OTHERS || !isWanted()) break;
    const { turns } = await spansOf(id);
    if (turns.some((turn) => chosen.some((own) => turn.at < endOf(own) && endOf(turn) > own.at))) others.push(id);
  }
  return others;
}

/** A turn that runs ends after all others. */
const endOf = ({ endedAt }: TurnSpan): string => endedAt ?? "9999";
