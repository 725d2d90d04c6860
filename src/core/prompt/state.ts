import type { BlobReference } from "../blob/reference.ts";
import type { By } from "../event.ts";
import type { PromptFile } from "./events.ts";

export interface QueuedPrompt {
  promptId: string;
  /** Its sender, named again at the delivery. */
  by: By;
  text: string;
  /** Set if `text` is only the beginning; the agent gets the whole. */
  blobs?: readonly BlobReference[];
  files?: readonly PromptFile[];
  /** It is one of the agent's own commands. */
  command?: true;
  seq: number;
  /** Its newest change; absent if it is as it was sent. */
  editedSeq?: number;
  queuedAt: string;
  notBefore: string | null;
  after: string | null;
  held: boolean;
  /** Held with the whole queue, as after a kill, not individually. */
  heldWithQueue?: true;
  steer: { turn: string; otherwise: "queue" | "withdraw" } | null;
}

export type PromptStateWord = "queued" | "delivered" | "done" | "failed" | "interrupted" | "withdrawn";

/** The outcome of a prompt that left the queue. */
export interface PromptOutcome {
  promptId: string;
  state: Exclude<PromptStateWord, "queued">;
  /** Its sender; for a withdrawn prompt, who withdrew it. */
  by: By;
  /** The seq of the event that says so. */
  seq: number;
  at: string;
  turn: string | null;
  /** Why it failed or was withdrawn. */
  reason: string | null;
}

export interface PromptState {
  queue: QueuedPrompt[];
  /** Held after an interrupt, by a person, or after a crash in a turn, until it is released; a new prompt goes alone. */
  paused: boolean;
  /** The first line of the first prompt: what the session is about. */
  title: string | null;
  /** The newest prompts that left the queue; those of the open turn are `delivered`. */
  recent: PromptOutcome[];
}

export const initialPrompt: PromptState = { queue: [], paused: false, title: null, recent: [] };

/** The maximum of queued prompts; it also bounds the state's size. */
export const QUEUE_LIMIT = 100;

/** How many outcomes are remembered; older ones are found in the log. */
export const REMEMBERED_PROMPTS = 50;
