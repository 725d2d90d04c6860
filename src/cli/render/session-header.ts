// The header of a transcript: the session and its status.
import type { ListedSession } from "../../client/index.ts";
import { activeAt } from "../../core/list-groups.ts";
import { dollars } from "../text/numbers.ts";
import { relativeTime, timeSince } from "../text/relative-time.ts";
import { safeLine } from "../text/safe-text.ts";
import { tildePath } from "../text/tilde-path.ts";
import { displayName, shortId } from "./session-name.ts";
import type { RenderContext } from "./session-table.ts";
import { statusLabel } from "./status-label.ts";

export function sessionHeader(session: ListedSession, { style, nowMs, home }: RenderContext): string[] {
  const { id, name, agent, workspace, reason, queued, usage, background } = session;
  const { glyph, word, paint } = statusLabel(session, style);
  const dot = style.dim(` ${style.glyphs.dot} `);
  const who = [
    style.bold(displayName(session)),
    ...(name === null ? [] : [shortId(id)]),
    safeLine(agent),
    tildePath(workspace.path, home),
  ];
  const what = [
    paint(`${glyph} ${word}`),
    ...(reason.code === "background" && background
      ? [`${safeLine(reason.text)} (for ${timeSince(background.since, nowMs)})`]
      : [safeLine(reason.text)]),
    ...(queued > 0 ? [`${queued} queued`] : []),
    ...(usage.costUsd > 0 ? [dollars(usage.costUsd)] : []),
    relativeTime(activeAt(session), nowMs),
  ];
  return [who.join(dot), what.join(dot)];
}
