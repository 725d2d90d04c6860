// Checks a file that `skein export` wrote: one event per line, seqs without gaps, each event of a known shape.
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type Event, eventData, TextLines, understand } from "../../core/index.ts";

export interface VerifiedFile {
  readonly events: number;
  /** Events of types from a newer version; they are not errors. */
  readonly unknown: number;
  readonly broken: { readonly line: number; readonly seq: number | null; readonly text: string } | null;
}

const NOT_JSON = "the line is not JSON";
const NO_EVENT = "the line is not an event";
const NOTHING = "it has no events";

/** The file does not look like an export at all. */
export const isForeign = ({ events, broken }: VerifiedFile): boolean =>
  events === 0 && broken?.line === 1 && [NOT_JSON, NO_EVENT, NOTHING].includes(broken.text);

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isTable = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** The fields of every event; its data depend on its type. */
const parts: Readonly<Record<string, (value: unknown) => boolean>> = {
  session: isText,
  seq: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  at: (value) => isText(value) && !Number.isNaN(Date.parse(String(value))),
  type: isText,
  by: (value) => isTable(value) && isText(value.kind),
  data: (value) => value !== undefined,
};

export async function verifyFile(path: string): Promise<VerifiedFile> {
  let line = 0;
  let events = 0;
  let unknown = 0;
  let expected: number | null = null;
  const longTexts = openLongTexts();
  const broken = (text: string, seq = expected): VerifiedFile => ({ events, unknown, broken: { line, seq, text } });
  for await (const text of linesOf(path)) {
    line++;
    const trouble = longTexts.take(text);
    if (trouble !== null) return broken(trouble);
    if (isLongText(text)) continue;
    const event = readEvent(text);
    if (typeof event === "string") return broken(event);
    if (expected !== null && event.seq !== expected)
      return broken(`expected event ${expected}, found event ${event.seq}`);
    if (!Object.hasOwn(eventData, event.type)) unknown++;
    else if (understand(event) === null) return broken(`its data does not fit an event "${event.type}"`, event.seq);
    events++;
    expected = event.seq + 1;
  }
  if (longTexts.isOpen()) return broken("the long text is incomplete");
  line = Math.max(line, 1);
  if (events === 0) return broken(NOTHING);
  return { events, unknown, broken: null };
}

/** Also the last line, if it has no line feed. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const lines = new TextLines();
  for await (const chunk of createReadStream(path)) yield* lines.push(chunk);
  yield* lines.push(Buffer.from("\n")).filter((rest) => rest !== "");
}

const isLongText = (line: string): boolean => line.startsWith('{"blob":');

/** The parts of a long text are consecutive, and their hash is the text's name; returns the problem with a line, or null. */
function openLongTexts() {
  let open: { hash: string; digest: Hash } | null = null;
  return {
    isOpen: () => open !== null,
    take(line: string): string | null {
      if (!isLongText(line)) return open ? "the long text before it is incomplete" : null;
      try {
        const { blob: hash, last, base64 } = JSON.parse(line) as { blob: string; last: boolean; base64: string };
        open ??= { hash, digest: createHash("sha256") };
        open.digest.update(Buffer.from(base64, "base64"));
        const isRight = hash === open.hash && (!last || open.digest.digest("hex") === hash);
        if (last) open = null;
        return isRight ? null : "the long text does not match its hash";
      } catch {
        return "the line is not a part of a long text";
      }
    },
  };
}

function readEvent(line: string): Event | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return NOT_JSON;
  }
  if (!isTable(value)) return NO_EVENT;
  const wrong = Object.keys(parts).find((name) => !parts[name]?.(value[name]));
  return wrong === undefined
    ? (value as unknown as Event)
    : `the line is not an event: its ${wrong} is missing or wrong`;
}
