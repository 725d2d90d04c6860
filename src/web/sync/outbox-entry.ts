// A prompt in the outbox, and how far it has come.
//
//   waiting ──the daemon has it──▶ saved ──its session's log shows that it was delivered──▶ taken
//      ▲  └──the daemon refuses──▶ refused
//      └────────── sent again ────────┘
import type { Skein } from "../../client-entry/lazy.ts";

/** A file that goes with a prompt. */
export interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  readonly content: Blob;
}

/** How a prompt is to be treated: queued, steering, held, at a time … */
export type PromptOptions = Omit<Parameters<Skein["send"]>[1], "id" | "content">;

export interface PromptWords {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

export interface Reason {
  readonly code: string;
  readonly text: string;
}

/** As the browser keeps it, until the daemon has it. */
export interface KeptPrompt extends PromptWords {
  /** The prompt's own id, from the moment it is written: sent twice, it arrives once. */
  readonly id: string;
  readonly session: string;
  readonly options: PromptOptions;
  /** Milliseconds; prompts of a session are sent in this order. */
  readonly writtenAt: number;
  /** Counts its edits. */
  readonly revision: number;
  /** Why it was refused; null while it waits. */
  readonly refusal: Reason | null;
}

export interface OutboxEntry extends KeptPrompt {
  readonly state: "waiting" | "saved" | "taken" | "refused";
  /** The event that saved it. */
  readonly seq: number | null;
}

export const inWriting = (one: KeptPrompt, other: KeptPrompt): number =>
  one.writtenAt - other.writtenAt || (one.id < other.id ? -1 : 1);

/** An entry of what the browser keeps. */
export const entryOf = (kept: KeptPrompt): OutboxEntry => ({
  ...kept,
  state: kept.refusal === null ? "waiting" : "refused",
  seq: null,
});

/** The part of a session's state that shows prompts. */
interface PromptsInLog {
  readonly head: number;
  readonly prompt: {
    readonly queue: readonly { readonly promptId: string }[];
    readonly recent: readonly { readonly promptId: string; readonly state: string }[];
  };
}

/** What the log says of a saved prompt. Null: it was withdrawn. */
export function afterLog(entry: OutboxEntry, { head, prompt }: PromptsInLog): OutboxEntry | null {
  const left = prompt.recent.find(({ promptId }) => promptId === entry.id);
  if (left) return left.state === "withdrawn" ? null : { ...entry, state: "taken" };
  const isQueued = prompt.queue.some(({ promptId }) => promptId === entry.id);
  if (isQueued || head < (entry.seq ?? 0)) return entry;
  // Others came after it until it was no longer remembered.
  return { ...entry, state: "taken" };
}
