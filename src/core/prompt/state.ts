import type { BlobReference } from "../blob/reference.ts";
import type { By } from "../event.ts";
import type { PromptFile } from "./events.ts";

export interface QueuedPrompt {
  promptId: string;
  /** Who sent it: they are named again at the delivery. */
  by: By;
  text: string;
  /** Set when `text` is only the beginning: what is handed to the agent is the whole. */
  blobs?: readonly BlobReference[];
  files?: readonly PromptFile[];
  /** It goes as a command of the agent's own. */
  command?: true;
  seq: number;
  queuedAt: string;
  notBefore: string | null;
  after: string | null;
  held: boolean;
  /** Not for its own sake, but with all that waited, as after a kill. */
  heldWithQueue?: true;
  steer: { turn: string; otherwise: "queue" | "withdraw" } | null;
}

export type PromptStateWord = "queued" | "delivered" | "done" | "failed" | "interrupted" | "withdrawn";

/** What became of a prompt that left the queue. */
export interface PromptOutcome {
  promptId: string;
  state: Exclude<PromptStateWord, "queued">;
  /** Who sent it; of a withdrawn one, who withdrew it. */
  by: By;
  /** Of the event that says so. */
  seq: number;
  at: string;
  turn: string | null;
  /** Why it failed or was withdrawn. */
  reason: string | null;
}

export interface PromptState {
  queue: QueuedPrompt[];
  /** An interrupt, a person, or an agent that died in its turn holds the queue back until it is let go or something is sent, which goes alone. */
  paused: boolean;
  /** The first line of the first prompt: what the session is about. */
  title: string | null;
  /** The newest that left the queue; those of the open turn are `delivered`. */
  recent: PromptOutcome[];
}

export const initialPrompt: PromptState = { queue: [], paused: false, title: null, recent: [] };

/** Prompts that may wait at once; it also bounds the state's size. */
export const QUEUE_LIMIT = 100;

/** How many outcomes are remembered; older ones are found in the log. */
export const REMEMBERED_PROMPTS = 50;
