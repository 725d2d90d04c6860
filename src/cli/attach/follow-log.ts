// The session's log, shown as it goes on: its last part first, and then each event in its turn.
import type { Event } from "../../core/index.ts";
import { inlineIfSaid } from "../history/inline-texts.ts";
import type { AttentionFrame } from "../session/presence.ts";
import { safeLine } from "../text/safe-text.ts";
import type { AttachPage } from "./attach-page.ts";
import type { Attaching } from "./attaching.ts";
import { earlierQuestions } from "./earlier-questions.ts";
import type { Looking } from "./looking.ts";
import type { OutputBuffer } from "./output-buffer.ts";
import type { QuestionPrompt } from "./question-prompt.ts";
import type { SessionNow } from "./session-now.ts";
import type { TypedLine } from "./typed-line.ts";

export interface FollowLog {
  readonly attaching: Attaching;
  readonly page: AttachPage;
  readonly now: SessionNow;
  readonly line: TypedLine;
  readonly questions: QuestionPrompt;
  readonly buffer: OutputBuffer;
  readonly looking: Looking;
  readonly signal: AbortSignal;
  /** Somebody is called for, or no longer. */
  showAttention(frame: AttentionFrame): void;
  tellElsewhere(): void;
  draw(): void;
}

/** How much of the history is shown; `skein show` has the rest. */
const HISTORY_EVENTS = 500;

/** Resolves when the signal ends it; throws when the daemon stays away. */
export async function followLog(parts: FollowLog): Promise<void> {
  const { attaching, page, now, buffer, signal } = parts;
  const after = Math.max(0, attaching.session.head - HISTORY_EVENTS);
  if (after > 0) await showBeginning(parts, after);
  for await (const item of now.reader.items({ after, signal })) {
    if (item.kind === "event") await showEvent(item.event, parts);
    else if (item.frame.frame === "reset") {
      now.reset();
      buffer.end();
      parts.questions.attend(null);
      parts.line.ask("unready");
      page.printer.reset();
    } else if (item.frame.frame === "storage") page.remark(safeLine(item.frame.text));
    else if (item.frame.frame === "attention" || item.frame.frame === "attention_cleared")
      parts.showAttention(item.frame);
    else if (item.frame.frame === "caught_up") await catchUp(parts);
  }
}

/** Of what came before, only the questions that are still open. */
async function showBeginning({ attaching, page }: FollowLog, after: number): Promise<void> {
  const { client, session, ref, style } = attaching;
  page.remark(`${style.glyphs.ellipsis} the beginning: skein show ${ref}`);
  for (const event of await earlierQuestions(client, session.id, after + 1))
    page.printer.feed(await inlineIfSaid(client, event));
}

async function showEvent(event: Event, parts: FollowLog): Promise<void> {
  const { attaching, page, now, line, questions, buffer, looking, signal } = parts;
  now.noteEvent();
  if (buffer.holds(event)) {
    parts.draw();
    return;
  }
  // What is typed from here on was not typed for the question that is settled.
  if (buffer.isHolding) line.ask("unready");
  for await (const one of buffer.upTo(event, signal)) page.printer.feed(await inlineIfSaid(attaching.client, one));
  parts.tellElsewhere();
  looking.markRead();
  parts.draw();
  if (now.isCaughtUp) questions.attend(page.printer.openQuestion);
}

async function catchUp({ page, now, line, questions, looking, draw }: FollowLog): Promise<void> {
  const isFirst = await now.catchUp();
  looking.claim();
  looking.markRead();
  if (!page.printer.openQuestion) {
    line.ask(null);
    if (isFirst) line.forgetSettled();
  }
  draw();
  questions.attend(page.printer.openQuestion);
}
