// Whether a change is in the database, as after a failure of the writer.
import { eventLine } from "../event-line.ts";
import type { Connection } from "./connection.ts";
import type { Job } from "./job.ts";

/** Null if it leaves nothing to look up. */
export function isStored({ events, receipts }: Connection, job: Job): boolean | null {
  if (job.kind !== "change") return null;
  const { session, events: texts, receipt } = job.change;
  const last = texts.at(-1);
  if (!last && !receipt) return null;
  const recorded = receipt && receipts.receipt(receipt.command);
  if (receipt && (recorded?.session !== session || recorded.answer !== receipt.answer)) return false;
  if (!last) return true;
  const [stored] = events.read({ session, after: last.seq - 1, limit: 1 }).events;
  return stored?.line === eventLine(session, last);
}
