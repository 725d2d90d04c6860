// JSON objects in a file that may be damaged: what is whole is found, and the rest is named with its line. One line at a time is in memory.
import { LineSplitter, tooMuchJson } from "../../core/index.ts";

type Value = Readonly<Record<string, unknown>>;

export type Found =
  | { kind: "record"; value: Value; line: number }
  /** `text`: its beginning. */
  | { kind: "skipped"; line: number; why: string; text: string };

const MAX_LINE_BYTES = 10 * 1024 * 1024;
/** An event that is made of a record adds to it, and must still be within what Skein takes. */
const MAX_VALUES = 400_000;
const MAX_DEPTH = 1_000;
const SHOWN_CHARACTERS = 500;

/** `opening`: how each record begins. It finds the next one after half a record on the same line. */
export async function* readRecords(bytes: AsyncIterable<Uint8Array>, opening: string): AsyncGenerator<Found, void> {
  const splitter = new LineSplitter({ maxBytes: MAX_LINE_BYTES, isExact: true });
  let line = 0;
  for await (const chunk of bytes) {
    for (const one of splitter.push(chunk)) {
      line++;
      if (one.kind === "oversized") yield tooLong(line, one.head);
      else yield* recordsOfLine(one.bytes, { line, opening, unfinished: NOT_JSON });
    }
  }
  const rest = splitter.rest();
  if (rest?.kind === "oversized") yield tooLong(line + 1, rest.head);
  else if (rest) yield* recordsOfLine(rest.bytes, { line: line + 1, opening, unfinished: UNFINISHED });
}

const UNFINISHED = "it is not complete: the file ends in it";
const NOT_JSON = "it is not JSON";

const tooLong = (line: number, head: Uint8Array): Found =>
  skipped(line, `it is longer than ${MAX_LINE_BYTES} bytes`, new TextDecoder().decode(head));

const skipped = (line: number, why: string, text: string): Found => ({
  ...{ kind: "skipped", line, why },
  text: text.slice(0, SHOWN_CHARACTERS),
});

interface Reading {
  line: number;
  opening: string;
  /** What a line that is no record is. */
  unfinished: string;
}

function* recordsOfLine(bytes: Uint8Array, reading: Reading): Generator<Found> {
  const pieces = withoutHoles(bytes);
  const hole = bytes.length - pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (hole > 0) yield skipped(reading.line, `a hole of ${hole} NUL bytes`, "");
  for (const piece of pieces) yield* recordsOfPiece(piece, reading);
}

/** What is left where a file system had not written yet when the machine went down. */
function withoutHoles(bytes: Uint8Array): Uint8Array[] {
  if (!bytes.includes(0)) return [bytes];
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; ) {
    const found = bytes.indexOf(0, from);
    const end = found === -1 ? bytes.length : found;
    if (end > from) pieces.push(bytes.subarray(from, end));
    from = end;
    while (from < bytes.length && bytes[from] === 0) from++;
  }
  return pieces;
}

function* recordsOfPiece(bytes: Uint8Array, { line, opening, unfinished }: Reading): Generator<Found> {
  const tooMuch = tooMuchJson(bytes, MAX_VALUES, MAX_DEPTH);
  const text = decoded(tooMuch === null ? bytes : bytes.subarray(0, SHOWN_CHARACTERS));
  if (tooMuch !== null) {
    yield skipped(line, tooMuch, text ?? "");
    return;
  }
  if (text === null) {
    yield skipped(line, "it is not UTF-8", "");
    return;
  }
  if (text.trim() === "") return;
  const whole = objectIn(text);
  if (whole) {
    yield { kind: "record", value: whole, line };
    return;
  }
  const scanned = gather(text, objectsIn(text));
  const split = scanned.rest === "" ? scanned : gather(text, piecesIn(text, opening));
  const { values, rest } = split.values.length > scanned.values.length ? split : scanned;
  for (const value of values) yield { kind: "record", value, line };
  if (rest !== "") yield skipped(line, values.length === 0 ? unfinished : "a part of it is not JSON", rest);
}

/** The objects at some of these places, and what is beside them. */
function gather(text: string, places: Iterable<readonly [number, number]>): { values: Value[]; rest: string } {
  const values: Value[] = [];
  const beside: string[] = [];
  let at = 0;
  for (const [from, to] of places) {
    const value = objectIn(text.slice(from, to));
    if (!value) continue;
    values.push(value);
    beside.push(text.slice(at, from));
    at = to;
  }
  const rest = [...beside, text.slice(at)].map((one) => one.trim()).filter((one) => one !== "");
  return { values, rest: rest.join(" ") };
}

/** In JSON no text has the opening in it, because its quotes are escaped there: each one begins a record, or an object in one. */
function* piecesIn(text: string, opening: string): Generator<readonly [number, number]> {
  for (let from = text.indexOf(opening); from !== -1; ) {
    const next = text.indexOf(opening, from + opening.length);
    yield [from, next === -1 ? text.length : next];
    from = next;
  }
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function objectIn(text: string): Value | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Where objects could begin and end in a line that has several, or half of one before another. Linear time. */
function* objectsIn(text: string): Generator<readonly [number, number]> {
  let [depth, from, isInString] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isInString) {
      if (character === "\\") at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = depth > 0;
    else if (character === "{" && depth++ === 0) from = at;
    else if (character === "}" && depth > 0 && --depth === 0) yield [from, at + 1];
  }
}
