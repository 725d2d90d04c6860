// Checks events that were read against the chain of hashes, so that nobody is given what was not written.
import type { DatabaseSync } from "node:sqlite";
import type { SkeinError } from "../../core/index.ts";
import { isLinked } from "../chain.ts";
import type { EventText } from "../event-line.ts";
import { prepare } from "./statement.ts";
import { damaged } from "./storage-failed.ts";

/** An event with its place in the chain. */
export interface LinkedEvent extends EventText {
  session: string;
  /** The session's key. */
  key: number;
  chain: Uint8Array;
}

export const brokenAt = (session: string, seq: number): SkeinError =>
  damaged(`event ${seq} of session ${session} is not as it was written`);

export function openChainCheck(db: DatabaseSync) {
  const chainAt = prepare<{ chain: Uint8Array }>(db, "SELECT chain FROM events WHERE session = ? AND seq = ?");
  const firstChain = prepare<{ chain: Uint8Array }>(
    db,
    "SELECT first_chain AS chain FROM sessions WHERE key = ? AND first_seq = ?",
  );

  /** Events of each session in the order of their seqs, without holes; sessions may alternate. Throws at the first that does not fit. */
  return function check(events: readonly LinkedEvent[]): void {
    const before = new Map<number, LinkedEvent>();
    for (const event of events) {
      const { session, key, seq, chain } = event;
      const previous = before.get(key);
      const link = previous ? previous.chain : (chainAt.get(key, seq - 1) ?? firstChain.get(key, seq))?.chain;
      const isNext = previous ? previous.seq === seq - 1 : true;
      if (!link || !isNext || !isLinked(link, event, chain)) throw brokenAt(session, seq);
      before.set(key, event);
    }
  };
}
