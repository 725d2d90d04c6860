// The line being typed and the rows above it, from what is known and typed.
import type { SessionState } from "../../core/index.ts";
import type { SentMeanwhile } from "../prompt/held-queue.ts";
import { composerRow, type Row } from "../terminal/index.ts";
import { oneRow, type RowContext } from "./attach-page.ts";
import { questionLabel } from "./question-label.ts";
import { draftRows, queueRows, taskRow } from "./rows-above.ts";
import { isDraft, type Typing } from "./typing.ts";

export interface Composed {
  readonly typing: Typing;
  /** Null while the log is being replaced by another one. */
  readonly state: SessionState | null;
  /** A prompt that is sent now would wait. */
  readonly isBusy: boolean;
  /** A question is on the screen, or about to be. */
  readonly isAsked: boolean;
  /** The agent has said more than is shown. */
  readonly hasMore: boolean;
  /** What the person is called for in other sessions. */
  readonly elsewhere: readonly string[];
  readonly sent: SentMeanwhile;
  readonly nowMs: number;
  readonly ref: string;
}

export function composition(composed: Composed, context: RowContext): { row: Row; above: string[] } {
  const { typing, state, isBusy, isAsked, hasMore, elsewhere, sent, nowMs, ref } = composed;
  const { editor, aside, kept, asked } = typing;
  const { style } = context;
  const about = { nowMs, ref, isAsked, ...context };
  const options = { ...about, isBusy: isBusy && asked === null && !isDraft(typing) };
  const rows = state ? [...taskRow(state, about), ...queueRows(state, { ...options, sent })] : [];
  const draft = { aside: aside?.text ?? null, isDraft: isDraft(typing), isKept: kept?.isRead === true };
  const more = `${style.glyphs.ellipsis} the agent continues: the rest is shown when this is answered`;
  const dimmed = (text: string): string => style.dim(oneRow(text, context));
  return {
    row: composerRow(editor, { label: labelOf(typing, isBusy, context), ...context }),
    above: [
      ...(hasMore ? [dimmed(more)] : []),
      ...rows,
      ...elsewhere.map(dimmed),
      ...draftRows({ ...draft, asked: asked === "unready" ? null : (asked?.label ?? null) }, about),
    ],
  };
}

/** What Enter would do. */
function labelOf(typing: Typing, isBusy: boolean, context: RowContext): string {
  const { prompt } = context.style.glyphs;
  const { asked } = typing;
  if (isDraft(typing)) return `draft ${prompt} `;
  if (asked !== null && asked !== "unready") {
    const { label, title } = asked;
    return title === undefined ? label : questionLabel(title, label, context);
  }
  return isBusy ? `queue ${prompt} ` : `${prompt} `;
}
