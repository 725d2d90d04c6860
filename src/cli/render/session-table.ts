// `skein sessions` for people: what each session is doing, and the one thing to do next.
import type { ListedSession } from "../../client/index.ts";
import { byteSize } from "./byte-size.ts";
import { minutesAgo, relativeTime } from "./relative-time.ts";
import { safeLine } from "./safe-text.ts";
import { referenceOf, shortId } from "./session-name.ts";
import { statusLabel } from "./status-label.ts";
import type { Style } from "./style.ts";
import { type Cell, renderTable } from "./table.ts";
import { tildePath } from "./tilde-path.ts";

export interface Surroundings {
  readonly style: Style;
  readonly nowMs: number;
  readonly home: string | undefined;
}

const header = ["SESSION", "NAME", "STATUS", "LAST ACTIVE", "AGENT", "WHERE", "COST"];
const wideHeader = ["MODEL", "MODE", "TURNS", "TOKENS", "MEMORY"];

/** Bytes of memory by session: those whose agent lives. */
export type Memory = ReadonlyMap<string, number>;

export interface Shape {
  /** With it, it is the wide form. */
  readonly memory?: Memory | null;
  /** How far each is indented below what it branched off from. */
  readonly depths?: ReadonlyMap<string, number> | null;
  /** It stays on the screen. */
  readonly isLive?: boolean;
}

export async function sessionTable(
  sessions: readonly ListedSession[],
  around: Surroundings,
  shape: Shape = {},
): Promise<string[]> {
  const { memory } = shape;
  const lines = await sessionRows(sessions, around, shape);
  return [...lines, ...(memory ? [memoryLine(sessions, memory)] : []), ...hints(sessions)];
}

/** The table alone, its header first. */
export function sessionRows(
  sessions: readonly ListedSession[],
  around: Surroundings,
  shape: Shape = {},
): Promise<string[]> {
  const { memory } = shape;
  const rows = sessions.map((session) => [
    ...rowOf(session, around, shape),
    ...(memory ? wideCells(session, memory.get(session.id)) : []),
  ]);
  const names = memory ? [...header, ...wideHeader] : header;
  return renderTable([names.map((text) => ({ text, paint: around.style.dim })), ...rows]);
}

const wideCells = ({ model, mode, turns, usage }: ListedSession, bytes: number | undefined): Cell[] =>
  [
    safeLine(model ?? "-"),
    safeLine(mode ?? "-"),
    String(turns),
    tokenCount(usage.inputTokens + usage.outputTokens),
    bytes === undefined ? "-" : byteSize(bytes),
  ].map((text) => ({ text }));

const tokenCount = (tokens: number): string =>
  tokens === 0 ? "-" : tokens < 10_000 ? String(tokens) : `${Math.round(tokens / 1000)}k`;

function memoryLine(sessions: readonly ListedSession[], memory: Memory): string {
  const living = sessions.flatMap(({ id }) => memory.get(id) ?? []);
  if (living.length === 0) return "no agent lives now; each comes back with its next prompt";
  const agents = living.length === 1 ? "1 agent lives" : `${living.length} agents live`;
  return `${agents}, in ${byteSize(living.reduce((sum, one) => sum + one, 0))} of memory`;
}

function rowOf(session: ListedSession, { style, nowMs, home }: Surroundings, { depths, isLive }: Shape): Cell[] {
  const { glyph, word, paint } = statusLabel(session, style);
  const depth = depths?.get(session.id) ?? 0;
  const indent = depth > 0 ? `${"  ".repeat(depth - 1)}${style.glyphs.branch} ` : "";
  const name = session.name === null ? "-" : safeLine(session.name);
  return [
    { text: shortId(session.id), paint: style.dim },
    { text: indent + name, ...(session.active ? { paint: style.bold } : {}) },
    { text: `${glyph} ${word}`, paint },
    { text: (isLive ? minutesAgo : relativeTime)(session.lastActiveAt, nowMs) },
    { text: safeLine(session.agent) },
    { text: tildePath(session.workspace.path, home) },
    { text: session.usage.costUsd > 0 ? `$${session.usage.costUsd.toFixed(2)}` : "-" },
  ];
}

function hints(sessions: readonly ListedSession[]): string[] {
  const asking = sessions.filter(({ status, reason }) => status === "waiting" && reason.code !== "finished");
  const [first] = asking;
  if (!first) return [];
  return [`${asking.length} ${asking.length === 1 ? "needs" : "need"} you: skein answer ${referenceOf(first)}`];
}
