// The hash chain over a session's log, which reveals corruption, tampering and replication errors. All text is UTF-8:
//   chain(first - 1) = SHA-256("skein:" + session id); a fork starts from its parent's chain at the base
//   chain(n)         = SHA-256(chain(n-1) as 32 bytes, "\n", seq in decimal, "\n", at, "\n", type, "\n", by, "\n", data)
import { createHash, hash } from "node:crypto";
import type { EventText } from "./event-line.ts";

/** The chain value before a session's first event. */
export function genesis(session: string): Uint8Array {
  return createHash("sha256").update(`skein:${session}`).digest();
}

/** `by` and `data` are hashed as the text that is stored; none of the parts before `data` can hold a line break. */
export function nextChain(previous: Uint8Array, event: EventText): Uint8Array {
  return createHash("sha256").update(previous).update(textOf(event)).digest();
}

const CHAIN_BYTES = 32;
const scratch = Buffer.allocUnsafeSlow(64 * 1024);

/** Whether this is the chain of an event after that one. Half the cost of computing it, because no string is built. */
export function isLinked(previous: Uint8Array, event: EventText, chain: Uint8Array): boolean {
  const text = textOf(event);
  const isShort = CHAIN_BYTES + text.length * 3 <= scratch.length;
  if (!isShort || previous.length !== CHAIN_BYTES) return sameChain(nextChain(previous, event), chain);
  scratch.set(previous);
  const bytes = CHAIN_BYTES + scratch.write(text, CHAIN_BYTES);
  const expected = hash("sha256", scratch.subarray(0, bytes), "binary");
  return expected === Buffer.from(chain.buffer, chain.byteOffset, chain.length).toString("latin1");
}

const textOf = ({ seq, at, type, by, data }: EventText): string => `\n${seq}\n${at}\n${type}\n${by}\n${data}`;

export function sameChain(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
