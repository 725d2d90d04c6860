// The chain of hashes over a session's log, so that corruption, tampering and replication errors show. All text is UTF-8:
//   chain(first - 1) = SHA-256("skein:" + session id); a fork starts from its parent's chain at the base
//   chain(n)         = SHA-256(chain(n-1) as 32 bytes, "\n", seq in decimal, "\n", at, "\n", type, "\n", by, "\n", data)
import { createHash } from "node:crypto";
import type { EventText } from "./event-line.ts";

/** What the first event of a session is chained to. */
export function genesis(session: string): Uint8Array {
  return createHash("sha256").update(`skein:${session}`).digest();
}

/** `by` and `data` are hashed as the text that is stored; none of the parts before `data` can hold a line break. */
export function nextChain(previous: Uint8Array, { seq, at, type, by, data }: EventText): Uint8Array {
  return createHash("sha256").update(previous).update(`\n${seq}\n${at}\n${type}\n${by}\n${data}`).digest();
}

export function sameChain(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
