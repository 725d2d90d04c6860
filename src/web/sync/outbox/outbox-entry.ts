// A prompt in the outbox, and how far it has come.
//
//   waiting ──the daemon has it──▶ saved ──its session's log shows that it was delivered──▶ taken
//      ▲  └──the daemon refuses──▶ refused
//      └────────── sent again ────────┘
import type { Skein } from "../../../client-entry/lazy.ts";

/** A file of a prompt. */
export interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  readonly content: Blob;
}

/** Options of a prompt: queued, steering, held, scheduled … */
export type PromptOptions = Omit<Parameters<Skein["send"]>[1], "id" | "content">;

export interface PromptWords {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

export interface Reason {
  readonly code: string;
  readonly text: string;
}

/** A prompt as the browser saves it until the daemon has it. */
export interface KeptPrompt extends PromptWords {
  /** Chosen when the prompt is written: if it is sent twice, it arrives once. */
  readonly id: string;
  readonly session: string;
  readonly options: PromptOptions;
  /** In milliseconds; a session's prompts are sent in this order. */
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

/** The entry of a stored prompt. */
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

/** The entry after reading the log. Null: the prompt was withdrawn. */
export function afterLog(entry: OutboxEntry, { head, prompt }: PromptsInLog): OutboxEntry | null {
  const left = prompt.recent.find(({ promptId }) => promptId === entry.id);
  if (left) return left.state === "withdrawn" ? null : { ...entry, state: "taken" };
  const isQueued = prompt.queue.some(({ promptId }) => promptId === entry.id);
  if (isQueued || head < (entry.seq ?? 0)) return entry;
  // The session's state no longer lists it, because later prompts were delivered.
  return { ...entry, state: "taken" };
}
