// The queue of a session as rows: the prompts, who sent them, and what they wait for.
import type { QueuedPrompt, SessionState, Wait } from "../../core/index.ts";
import { noLimits, waitOf } from "../../core/without-folds.ts";
import { placeText, senderText } from "../transcript/words.ts";

export interface QueueRow {
  readonly promptId: string;
  /** The event of the shown version: a change names it, so that it never overwrites another person's change. */
  readonly seq: number;
  readonly text: string;
  /** Only the beginning of the text is available. */
  readonly isCut: boolean;
  readonly files: number;
  readonly isHeld: boolean;
  readonly notBefore: string | null;
  /** "You (phone, web)" */
  readonly sender: string;
  /** "after the running turn"; null if it goes next. */
  readonly wait: string | null;
}

export const queueRows = (state: SessionState, nowMs: number): QueueRow[] =>
  state.prompt.queue.map(({ promptId, editedSeq, seq, text, blobs, files = [], held, notBefore, by }) => {
    const place = placeText(by);
    const wait = waitOf(state, promptId, { limits: noLimits, nowMs });
    return {
      ...{
        promptId,
        seq: editedSeq ?? seq,
        text,
        isCut: blobs !== undefined,
        files: files.length,
        isHeld: held,
        notBefore,
      },
      sender: place === null ? senderText(by) : `${senderText(by)} (${place})`,
      wait: wait && waitText(wait),
    };
  });

const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

function waitText(wait: Wait): string {
  switch (wait.kind) {
    case "held":
      return { queue: "held with the queue", prompt: "held", before: "behind a held prompt" }[wait.what];
    case "budget":
    case "quota":
    case "slot":
      return wait.text;
    case "quota_back":
      return wait.until === null
        ? "when the quota is back"
        : `when the quota is back: ${time.format(new Date(wait.until))}`;
    case "time":
      return wait.before ? "behind a prompt with a time" : `not before ${time.format(new Date(wait.at))}`;
    case "turn":
      return "after the running turn";
    case "after":
      return "after an earlier prompt";
    default:
      return wait satisfies never;
  }
}

/** The order after moving one prompt to another's position. */
export function movedTo(ids: readonly string[], id: string, at: number): string[] {
  const others = ids.filter((one) => one !== id);
  return others.toSpliced(Math.max(0, Math.min(at, others.length)), 0, id);
}

/** A removed prompt as it is sent again, before the one that followed it. */
export function sentAgain(queue: readonly QueuedPrompt[], promptId: string) {
  const at = queue.findIndex((one) => one.promptId === promptId);
  const prompt = queue[at];
  if (!prompt || prompt.blobs) return null;
  const { text, files = [], held, notBefore, after, command } = prompt;
  const next = queue[at + 1]?.promptId;
  const words = text === "" ? [] : [{ type: "text" as const, text }];
  const parts = files.map(({ name, mediaType, hash }) => ({ type: "file" as const, name, mediaType, hash }));
  return {
    content: [...words, ...parts],
    ...(held ? { held } : {}),
    ...(notBefore === null ? {} : { notBefore }),
    ...(after === null ? {} : { after }),
    ...(command ? { command } : {}),
    ...(next === undefined ? {} : { place: { before: next } }),
  };
}
