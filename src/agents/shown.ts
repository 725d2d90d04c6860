// What a question shows, in two parts that no text of an agent's can mix up: what would run or change, and what is only said about it.

export interface Shown {
  /** All of what a yes would let run or change. */
  readonly detail: string;
  /** What is said about it: one to an entry. */
  readonly notes: readonly string[];
}

/** As the event has it. */
export const shownData = ({ detail, notes }: Shown): { detail: string; notes?: string[] } =>
  notes.length === 0 ? { detail } : { detail, notes: [...notes] };

export const directoryNote = (path: string): string => `in ${pathLine(path)}`;
export const reasonNote = (reason: string): string => `reason: ${reason}`;
export const SANDBOX_NOTE = "outside of the agent's sandbox";

/** A path in one line: a line break in it must not begin a line of its own. */
export const pathLine = (path: string): string => path.replaceAll("\n", "\\n").replaceAll("\r", "\\r");
