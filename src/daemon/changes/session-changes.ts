// What a session changed: from the trees that were taken before and after its turns, else from its tool calls.
import { countTasks, type SessionState, type TurnSpan, type TurnSpans } from "../../core/index.ts";
import type { DiffAnswer, DiffNote, NoTrees } from "../../protocol/index.ts";
import type { DaemonContext } from "../context.ts";
import { Refusal } from "../refusal.ts";
import { type Caps, changesFromTools } from "./from-tools.ts";

const MAX_TURNS = 200;
const MAX_OTHERS = 5;
const all: Caps = { files: 1000, lines: 5000, lineCharacters: 2000, bytes: 2_000_000 };
const one: Caps = { files: 1, lines: 50_000, lineCharacters: 20_000, bytes: 8_000_000 };

export interface Asked {
  readonly session: string;
  readonly state: SessionState;
  readonly spans: TurnSpans;
  readonly turn: string | undefined;
  readonly path: string | undefined;
  readonly isStat: boolean;
  /** Whether the client still waits for the answer. */
  readonly isWanted: () => boolean;
}

type Changes = Pick<DiffAnswer, "source" | "files" | "total" | "notes">;

export async function sessionChanges(
  context: Pick<DaemonContext, "log" | "checkpoints">,
  asked: Asked,
): Promise<Omit<DiffAnswer, "head" | "epoch">> {
  const { state, spans } = asked;
  const chosen = turnsMeant(asked);
  const last = chosen.at(-1);
  // Work in the background goes on after the turn that began it.
  const isLive =
    last !== undefined && (last.endSeq === null || (countTasks(state.task) > 0 && last === spans.turns.at(-1)));
  const turns = spans.turns
    .slice(-MAX_TURNS)
    .map(({ turn, seq, at, endedAt, text }) => ({ turn, seq, at, endedAt, text }));
  const changes =
    (await fromTrees(context, asked, { chosen, isLive })) ?? (await fromTools(context, asked, { chosen }));
  const others = othersAtWork(context, asked, chosen);
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
  { checkpoints }: Pick<DaemonContext, "checkpoints">,
  { state, spans, path, isStat, ...asked }: Asked,
  { chosen, isLive }: Chosen,
): Promise<Changes | null> {
  const directory = state.lifecycle.workspace?.path ?? "";
  const newest = spans.turns.at(-1);
  const started = chosen.filter(({ start }) => start !== null);
  if (started.length === 0) return null;
  const last = chosen.at(-1);
  // The newest turn's end may not be recorded yet. A turn before it left what the next one found.
  const isNowNeeded = last === newest && (isLive || last?.end === null);
  const taken = isNowNeeded ? await checkpoints.take(directory, null) : null;
  const now = taken?.tree ?? null;
  const leftNow = taken?.tree ? taken.left : [];
  const trees = started.flatMap((span) => {
    const next = spans.turns[spans.turns.indexOf(span) + 1];
    const end = (span === newest && isNowNeeded ? now : null) ?? span.end ?? next?.start ?? null;
    return span.start === null || end === null ? [] : [{ turn: span.turn, start: span.start, end }];
  });
  if (trees.length === 0) return null;
  const caps = path === undefined ? all : one;
  const found = await checkpoints.changes(directory, { turns: trees, path, isStat, caps });
  if (found.kind !== "found") return null;
  const { files, total } = found;
  const missing = chosen.length - trees.length;
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

/** Sessions of the same directory that were active between the start and the end of these turns: what they did can't be told apart. */
function othersAtWork(
  { log }: Pick<DaemonContext, "log">,
  { session, state }: Asked,
  chosen: readonly TurnSpan[],
): string[] {
  const [first, last] = [chosen[0], chosen.at(-1)];
  const workspace = state.lifecycle.workspace?.id;
  if (!first || !last || workspace === undefined) return [];
  const endedAt = last.endedAt ?? "9999";
  return log
    .sessions({ workspace, shelves: ["listed", "archived"], limit: 50 })
    .filter((row) => row.id !== session && row.turns > 0)
    .filter((row) => row.createdAt < endedAt && row.lastActiveAt > first.at)
    .slice(0, MAX_OTHERS)
    .map(({ id }) => id);
}
