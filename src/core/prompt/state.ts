import type { BlobReference } from "../blob/reference.ts";
import type { By } from "../event.ts";

export interface QueuedPrompt {
  promptId: string;
  /** Who sent it: they are named again at the delivery. */
  by: By;
  text: string;
  /** Set when `text` is only the beginning: what is handed to the agent is the whole. */
  blobs?: readonly BlobReference[];
  seq: number;
}

export interface PromptState {
  queue: QueuedPrompt[];
  /** An interrupt holds the queue back until a person sends something again. */
  paused: boolean;
  /** The first line of the first prompt: what the session is about. */
  title: string | null;
}

export const initialPrompt: PromptState = { queue: [], paused: false, title: null };

/** Prompts that may wait at once; it also bounds the state's size. */
export const QUEUE_LIMIT = 100;
