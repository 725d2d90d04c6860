// The port to a program whose sessions Skein can import. Everything is read only on its side: nothing there is locked, migrated or written.
import type { EventBody, ExternalId } from "../core/index.ts";

/** An event that happened there, with its time. */
export type EarlierEvent = EventBody & { at: string };

/** What was read, counted from the records and not from the events made of them. */
export interface Counts {
  records: number;
  prompts: number;
  answers: number;
  toolCalls: number;
  questions: number;
  /** Prompts that were queued there. They are shown, and never sent. */
  waiting: number;
}

export const noCounts: Counts = { records: 0, prompts: 0, answers: 0, toolCalls: 0, questions: 0, waiting: 0 };

/** Something that could not be read, with its place. */
export interface Skipped {
  place: string;
  why: string;
}

/** The part of a session that was imported before. */
export interface Taken {
  position: ExternalId["taken"];
  turns: number;
  title: string | null;
}

/** A session as it is there now. */
export interface Survey {
  title: string | null;
  /** Where its agent worked; null if that is not known. */
  directory: string | null;
  isArchived: boolean;
  /** What is new since it was imported. */
  counts: Counts;
  skipped: readonly Skipped[];
  skippedCount: number;
  /** The last imported record is not there any more, so nothing tells what is new. */
  isCut: boolean;
  /** What is new, in parts that can be imported one after the other: each leaves nothing open, and ends with `external_id`. */
  events(): AsyncGenerator<EarlierEvent, void>;
}

export interface ForeignSession {
  /** Its id there. */
  id: string;
  survey(taken: Taken | null): Promise<Survey>;
}

export interface ForeignSystem {
  /** In commands and in the log. */
  name: string;
  /** For people. */
  title: string;
  /** Where it keeps its sessions by default. */
  defaultDirectory(env: Readonly<Record<string, string | undefined>>): string;
  /** Rejects if there is no such store. */
  open(directory: string, now: number): Promise<{ sessions: ForeignSession[]; skipped: Skipped[] }>;
}
