// Whether a file is a log as `skein export` writes it: one event per line, seqs without holes, each of a shape that is known.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import * as z from "zod";
import { type Event, eventData, understand } from "../../core/index.ts";

export interface VerifiedFile {
  readonly events: number;
  /** Of types that only a newer version knows; they are no fault. */
  readonly unknown: number;
  readonly broken: { readonly line: number; readonly seq: number | null; readonly text: string } | null;
}

const envelope = z.object({
  session: z.string().min(1),
  seq: z.number().int().positive(),
  at: z.iso.datetime(),
  type: z.string().min(1),
  by: z.object({ kind: z.string() }),
  data: z.unknown(),
});

export async function verifyFile(path: string): Promise<VerifiedFile> {
  const lines = createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Number.POSITIVE_INFINITY });
  let line = 0;
  let unknown = 0;
  let expected: number | null = null;
  for await (const text of lines) {
    line++;
    const event = readEvent(text);
    if (typeof event === "string") return { events: line - 1, unknown, broken: { line, seq: expected, text: event } };
    if (expected !== null && event.seq !== expected) {
      const what = `event ${expected} should stand here, and ${event.seq} does`;
      return { events: line - 1, unknown, broken: { line, seq: expected, text: what } };
    }
    if (!Object.hasOwn(eventData, event.type)) unknown++;
    else if (understand(event) === null) {
      const what = `what it says is not what an event "${event.type}" says`;
      return { events: line - 1, unknown, broken: { line, seq: event.seq, text: what } };
    }
    expected = event.seq + 1;
  }
  return { events: line, unknown, broken: null };
}

function readEvent(line: string): Event | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return "the line is not JSON";
  }
  const parsed = envelope.safeParse(value);
  if (parsed.success) return value as Event;
  const [issue] = parsed.error.issues;
  return `the line is no event: ${issue?.path.join(".") || "it"}: ${issue?.message}`;
}
