// `skein sessions` for people: what each session is doing, and the one thing to do next.
import type { ListedSession } from "../../client/index.ts";
import { relativeTime } from "./relative-time.ts";
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

export async function sessionTable(sessions: readonly ListedSession[], around: Surroundings): Promise<string[]> {
  const rows = sessions.map((session) => rowOf(session, around));
  const lines = await renderTable([header.map((text) => ({ text, paint: around.style.dim })), ...rows]);
  return [...lines, ...hints(sessions)];
}

function rowOf(session: ListedSession, { style, nowMs, home }: Surroundings): Cell[] {
  const { glyph, word, paint } = statusLabel(session, style);
  return [
    { text: shortId(session.id), paint: style.dim },
    { text: session.name === null ? "-" : safeLine(session.name), ...(session.active ? { paint: style.bold } : {}) },
    { text: `${glyph} ${word}`, paint },
    { text: relativeTime(session.lastActiveAt, nowMs) },
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
