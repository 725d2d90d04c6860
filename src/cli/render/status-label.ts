// A session's status for people: a glyph and a word, and a colour.
import type { ListedSession } from "../../client/index.ts";
import type { Style } from "../text/style.ts";

export interface StatusLabel {
  readonly glyph: string;
  readonly word: string;
  readonly paint: (text: string) => string;
}

type Told = Pick<ListedSession, "status" | "reason"> & Partial<Pick<ListedSession, "snooze" | "unread">>;

/** Someone is asked something; a finished turn waits as well, but not for an answer. */
export const needsPerson = ({ status, reason, snooze }: Told): boolean =>
  !snooze && status === "waiting" && reason.code !== "finished";

export function statusLabel({ status, reason, snooze, unread }: Told, style: Style): StatusLabel {
  const { glyphs, green, yellow, red, cyan, dim, bold } = style;
  if (snooze) return { glyph: glyphs.idle, word: "snoozed", paint: dim };
  switch (status) {
    case "starting":
      return { glyph: glyphs.starting, word: "starting", paint: cyan };
    case "running":
      return { glyph: glyphs.running, word: "running", paint: green };
    case "waiting":
      if (reason.code === "finished") return { glyph: glyphs.done, word: "done", paint: yellow };
      return { glyph: glyphs.asks, word: "needs you", paint: (text) => bold(yellow(text)) };
    case "idle":
      if (reason.code === "paused" || reason.code === "held")
        return { glyph: glyphs.paused, word: "held", paint: yellow };
      if (reason.code === "background") return { glyph: glyphs.running, word: "background", paint: green };
      if (reason.code === "scheduled") return { glyph: glyphs.idle, word: "scheduled", paint: dim };
      return unread
        ? { glyph: glyphs.done, word: "unread", paint: yellow }
        : { glyph: glyphs.idle, word: "idle", paint: dim };
    case "error":
      return { glyph: glyphs.failed, word: "failed", paint: red };
    case "stopped":
    case "archived":
      return { glyph: glyphs.stopped, word: status, paint: dim };
    default:
      // A newer daemon may send other words.
      status satisfies never;
      return { glyph: glyphs.dot, word: String(status), paint: dim };
  }
}
