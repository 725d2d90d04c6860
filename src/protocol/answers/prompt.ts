// Answers about prompts: what waits, and what became of each.
import type { By, PromptFile, PromptStateWord } from "../../core/index.ts";

/** `POST /v1/blobs`: how to refer to it. */
export interface UploadAnswer {
  hash: string;
  bytes: number;
}

/** A prompt as a list shows it. */
export interface PromptItem {
  promptId: string;
  state: PromptStateWord;
  /** Its first line. */
  title: string | null;
  /** Of the newest event about it. */
  seq: number;
  at: string;
  /** Prompts before it, the running one included; null once it left the queue. */
  position: number | null;
  text?: string;
  /** `text` is only the beginning of it. */
  isCut?: boolean;
  /** What goes with it. */
  files?: readonly PromptFile[];
  /** It goes as a command of the agent's own. */
  command?: true;
  by?: By;
  notBefore?: string | null;
  after?: string | null;
  held?: boolean;
  turn?: string | null;
  reason?: string | null;
}

/** `GET /v1/sessions/{id}/prompts`: what waits in order, and numbers about it. */
export interface QueueAnswer {
  items: PromptItem[];
  paused: boolean;
  stats: {
    /** Prompts that wait. */
    userPending: number;
    /** Events that nobody has acknowledged yet. */
    responsePending: number;
    /** Whether somebody follows the session now. */
    clientConnected: boolean;
  };
}

/** `GET /v1/sessions/{id}/prompts/{prompt}` */
export type PromptAnswer = PromptItem & { session: string };
