// Where a list that stays comes from.
import { ConnectionError } from "../../client/index.ts";
import type { Listed } from "./read-listed.ts";

/** Null when the connection is gone, which is no end. */
export async function readIfThere(read: Following["read"]): Promise<Listed | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ConnectionError) return null;
    throw error;
  }
}

export interface Following {
  /** Throws a ConnectionError when nobody is there; the changes tell when somebody is again. */
  readonly read: () => Promise<Listed>;
  /** Says when something may have changed; tells when the connection broke. */
  readonly changes: (signal: AbortSignal, onBreak: () => void) => AsyncIterable<unknown>;
}
