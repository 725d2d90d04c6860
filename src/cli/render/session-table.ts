// `skein sessions` for people: the status of each session, and the next thing to do.
import type { ListedSession } from "../../client/index.ts";
import { activeAt } from "../../core/list-groups.ts";
import { byteSize } from "../../core/text/byte-size.ts";
import { costCell, grouped } from "../text/numbers.ts";
import { liveTime, relativeTime, timeSince } from "../text/relative-time.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";
import { type Cell, rowRenderer } from "../text/table.ts";
import { tildePath } from "../text/tilde-path.ts";
import { type Named, shortId } from "./session-name.ts";
import { needsPerson, statusLabel } from "./status-label.ts";

export interface RenderContext {
  readonly style: Style;
  readonly nowMs: number;
  readonly home: string | undefined;
  /** The terminal's width; without it nothing is cut. */
  readonly columns?: number | undefined;
}

const header = ["SESSION", "NAME", "STATUS", "LAST ACTIVE", "AGENT", "WHERE", "COST"];
/** Characters of a title. */
const FIRST_WORDS = 28;
/** As wide as the longest status, so that a live list does not jump. */
const LIVE_STATUS = "STATUS".padEnd("● background".length);
const wideHeader = ["BY A PERSON", "MODEL", "MODE", "TURNS", "TOKENS", "TASKS", "MEMORY"];

/** Bytes of memory by session, for sessions with a process. */
export type Memory = ReadonlyMap<string, number>;

export interface Shape {
  /** If given, the table is wide. */
  readonly memory?: Memory | null;
  /** How far each session is indented below its source. */
  readonly depths?: ReadonlyMap<string, number> | null;
  /** It is a live view. */
  readonly isLive?: boolean;
}

export async function sessionTable(
  sessions: readonly ListedSession[],
  context: RenderContext & {
    /** A session's reference, as a person writes it. */
    refer(session: Named): Promise<string>;
  },
  shape: Shape = {},
): Promise<string[]> {
  const { memory } = shape;
  const { head, rowsOf } = await sessionRows(sessions, context, shape);
  return [
    head,
    ...rowsOf(0),
    ...(memory ? [memoryLine(sessions, memory)] : []),
    ...(await hints(sessions, context.refer)),
  ];
}

export interface SessionRows {
  /** The column titles. */
  readonly head: string;
  /** Some rows, in the column widths of all rows. */
  rowsOf(from: number, to?: number): string[];
}

/** The table alone. */
export async function sessionRows(
  sessions: readonly ListedSession[],
  context: RenderContext,
  shape: Shape = {},
): Promise<SessionRows> {
  const { style, columns } = context;
  const { memory, isLive } = shape;
  const rows = sessions.map((session) => [
    ...rowOf(session, context, shape),
    ...(memory ? wideCells(session, memory.get(session.id), context.nowMs) : []),
  ]);
  const names = [...header, ...(memory ? wideHeader : [])].map((text) => ({
    text: isLive && text === "STATUS" ? LIVE_STATUS : text,
    paint: style.dim,
  }));
  const room = columns === undefined ? undefined : { columns, ellipsis: style.glyphs.ellipsis };
  const render = await rowRenderer([names, ...rows], room);
  return { head: render(names), rowsOf: (from, to) => rows.slice(from, to).map(render) };
}

const wideCells = (
  { lastActiveAt, model, mode, turns, usage, background }: ListedSession,
  bytes: number | undefined,
  nowMs: number,
): Cell[] =>
  [
    relativeTime(lastActiveAt, nowMs),
    safeLine(model ?? "-"),
    safeLine(mode ?? "-"),
    String(turns),
    tokenCount(usage.inputTokens + usage.outputTokens),
    background ? `${background.tasks}, ${timeSince(background.since, nowMs)}` : "-",
    bytes === undefined ? "-" : byteSize(bytes),
  ].map((text) => ({ text }));

const tokenCount = (tokens: number): string =>
  tokens === 0 ? "-" : tokens < 10_000 ? grouped(tokens) : `${Math.round(tokens / 1000)}k`;

function memoryLine(sessions: readonly ListedSession[], memory: Memory): string {
  const living = sessions.flatMap(({ id }) => memory.get(id) ?? []);
  if (living.length === 0) return "no agent process runs now; each starts with its next prompt";
  const agents = living.length === 1 ? "1 agent process" : `${living.length} agent processes`;
  return `${agents}, ${byteSize(living.reduce((sum, one) => sum + one, 0))} of memory`;
}

function rowOf(session: ListedSession, { style, nowMs, home }: RenderContext, { depths, isLive }: Shape): Cell[] {
  const { glyph, word, paint } = statusLabel(session, style);
  const depth = depths?.get(session.id) ?? 0;
  const indent = depth > 0 ? `${"  ".repeat(depth - 1)}${style.glyphs.branch} ` : "";
  const name = session.name === null ? firstWords(session, style) : safeLine(session.name);
  return [
    { text: shortId(session.id), paint: style.dim },
    {
      text: indent + name + (session.pinned ? ` ${style.glyphs.pin}` : ""),
      cut: "end",
      ...(session.active ? { paint: style.bold } : session.name === null ? { paint: style.dim } : {}),
    },
    { text: `${glyph} ${word}`, paint },
    { text: (isLive ? liveTime : relativeTime)(activeAt(session), nowMs) },
    { text: safeLine(session.agent) },
    { text: tildePath(session.workspace.path, home), cut: "start" },
    { text: costCell(session.usage.costUsd) },
  ];
}

/** Many sessions have no name: in quotes, what was asked first. */
function firstWords({ title }: ListedSession, { glyphs }: Style): string {
  if (title === null) return "-";
  const characters = [...safeLine(title)];
  const isCut = characters.length > FIRST_WORDS;
  return `"${characters.slice(0, FIRST_WORDS).join("").trimEnd()}${isCut ? glyphs.ellipsis : ""}"`;
}

async function hints(
  sessions: readonly ListedSession[],
  refer: (session: Named) => Promise<string>,
): Promise<string[]> {
  const asking = sessions.filter(needsPerson);
  const [first] = asking;
  if (!first) return [];
  if (asking.length > 1) return [`${asking.length} need you: skein inbox`];
  return [`1 needs you: skein answer ${await refer(first)}`];
}
