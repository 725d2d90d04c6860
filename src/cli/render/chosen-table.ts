// Sessions that a command is about to change: name, age and size.
import type { ListedSession } from "../../client/index.ts";
import { activeAt } from "../../core/list-groups.ts";
import { pluralize } from "../text/numbers.ts";
import { relativeTime } from "../text/relative-time.ts";
import { safeLine } from "../text/safe-text.ts";
import { type Cell, renderTable } from "../text/table.ts";
import { tildePath } from "../text/tilde-path.ts";
import { shortId } from "./session-name.ts";
import type { RenderContext } from "./session-table.ts";
import { statusLabel } from "./status-label.ts";

const header = ["SESSION", "NAME", "STATUS", "LAST ACTIVE", "AGENT", "WHERE", "EVENTS"];

export function chosenTable(
  sessions: readonly ListedSession[],
  { style, nowMs, home }: RenderContext,
): Promise<string[]> {
  const rows = sessions.map((session): Cell[] => {
    const { glyph, word, paint } = statusLabel(session, style);
    return [
      { text: shortId(session.id), paint: style.dim },
      { text: session.name === null ? "-" : safeLine(session.name) },
      { text: `${glyph} ${word}`, paint },
      { text: relativeTime(activeAt(session), nowMs) },
      { text: safeLine(session.agent) },
      { text: tildePath(session.workspace.path, home) },
      { text: String(ownEvents(session)) },
    ];
  });
  return renderTable([header.map((text) => ({ text, paint: style.dim })), ...rows]);
}

/** Events that a fork inherits are not counted. */
const ownEvents = ({ head, fork }: Pick<ListedSession, "head" | "fork">): number => head - (fork?.seq ?? 0);

/** The same for programs. */
export const chosenFacts = (session: ListedSession) => ({
  ...{ session: session.id, name: session.name, status: session.status },
  ...{
    lastActiveAt: session.lastActiveAt,
    activityAt: session.activityAt,
    events: ownEvents(session),
    workspace: session.workspace.path,
  },
});

/** "3 sessions with 36 events" */
export function chosenTotal(sessions: readonly ListedSession[]): string {
  const events = sessions.reduce((sum, session) => sum + ownEvents(session), 0);
  return `${pluralize(sessions.length, "session")} with ${pluralize(events, "event")}`;
}
