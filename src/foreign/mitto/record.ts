// A line of Mitto's events.jsonl: {seq, type, timestamp, data}.
import { createHash } from "node:crypto";
import type { Counts } from "../system.ts";

export type RawRecord = Readonly<Record<string, unknown>>;

export const OPENING = '{"seq":';

export const typeOf = ({ type }: RawRecord): string => (typeof type === "string" ? type : "");

/** What tells it from others, whatever its number is: older versions of Mitto gave records new numbers when they removed the first ones. */
export const hashOf = ({ seq: _, ...content }: RawRecord): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 32);

/** Records that were written twice, one soon after the other. */
export class Repeated {
  readonly #recent = new Set<string>();

  has({ seq }: RawRecord, hash: string): boolean {
    if (typeof seq !== "number" || seq <= 0) return false;
    const key = `${seq}:${hash}`;
    if (this.#recent.has(key)) return true;
    this.#recent.add(key);
    if (this.#recent.size > REMEMBERED) for (const oldest of this.#recent.keys()) return !this.#recent.delete(oldest);
    return false;
  }
}

const REMEMBERED = 1000;

/** A message comes in several records, one after the other: together they are one answer. */
export const continues = (type: string, former: string | null): boolean => type === "agent_message" && former === type;

/** Adds a record to what was counted. */
export function count(counts: Counts, type: string, former: string | null): void {
  counts.records++;
  if (type === "user_prompt") counts.prompts++;
  else if (type === "agent_message" && !continues(type, former)) counts.answers++;
  else if (type === "tool_call") counts.toolCalls++;
  else if (type === "permission") counts.questions++;
}
