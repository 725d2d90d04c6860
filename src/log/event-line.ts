// The stored form of an event: its texts are made once, and every line is assembled from them, never serialised again.
import { type Event, SkeinError } from "../core/index.ts";
import type { StoredEvent } from "./log.ts";

/** An event as stored. `by` and `data` are JSON text, without line breaks. */
export interface EventText {
  seq: number;
  at: string;
  type: string;
  by: string;
  data: string;
}

/** Below SQLite's limit of a billion bytes, whatever the characters are. */
const MAX_DATA_LENGTH = 2 ** 28;
/** No control characters and no lone surrogates: these would not read back unchanged. */
const ONE_LINE = /^[^\p{Cc}\p{Cs}]+$/u;

/** The texts of an event, or a fault if it can't be stored unchanged. */
export const eventText = ({ seq, at, type, by, data }: Event): EventText =>
  checkedText({ seq, at, type, by: toJson(seq, by), data: toJson(seq, data) });

/** The same for texts that were made elsewhere. */
export function checkedText(text: EventText): EventText {
  const why = whyUnstorable(text);
  if (why !== null) throw unstorable(text.seq, why);
  const { seq, at, type, by, data } = text;
  return { seq, at, type, by, data };
}

function whyUnstorable({ at, type, data }: EventText): string | null {
  if (!ONE_LINE.test(type) || !ONE_LINE.test(at)) return "its type and time must each be one line of text";
  return data.length > MAX_DATA_LENGTH ? `its data is longer than ${MAX_DATA_LENGTH} characters` : null;
}

/** The event's one JSON line. */
export const eventLine = (session: string, text: EventText): string =>
  `${headOf(session, text)}${text.by}${SEAM}${text.data}}`;

function headOf(session: string, { seq, at, type }: Omit<EventText, "by" | "data">): string {
  const [sessionJson, atJson, typeJson] = [JSON.stringify(session), JSON.stringify(at), JSON.stringify(type)];
  return `{"session":${sessionJson},"seq":${seq},"at":${atJson},"type":${typeJson},"by":`;
}

/** The events of one change as readers get them: their commit numbers end with the last one's. */
export const storedEvents = (session: string, events: readonly EventText[], lastCommit: number): StoredEvent[] =>
  events.map((text, index) => ({
    session,
    seq: text.seq,
    commit: lastCommit - events.length + 1 + index,
    type: text.type,
    line: eventLine(session, text),
  }));

function toJson(seq: number, value: unknown): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch (cause) {
    throw unstorable(seq, "its content is not JSON", cause);
  }
  if (json === undefined) throw unstorable(seq, "its content is not JSON");
  return json;
}

const unstorable = (seq: number, why: string, cause?: unknown): SkeinError =>
  new SkeinError("invalid_change", `Event ${seq} can't be stored: ${why}.`, { cause });

/** An event parsed from a line, with its texts; or what is wrong with the line. */
export type ParsedLine = { event: Event; text: EventText } | { why: string };

/** The inverse of `eventLine`: exact, so that an exported event is imported byte for byte. Whatever is in it is parsed once. */
export function parseEventLine(line: string): ParsedLine {
  const parts = partsOf(line);
  if (!parts) return { why: whyNoEvent(line) };
  const { session, seq, at, type } = parts;
  const [by, data] = [parsed(parts.by), parsed(parts.data)];
  if (!by || !data) return { why: whyNoEvent(line) };
  const text = { seq, at, type, by: parts.by, data: parts.data };
  const why = whyUnstorable(text);
  if (why !== null) return { why };
  return { event: { session, seq, at, type, by: by.value as Event["by"], data: data.value }, text };
}

/** The texts of a line's parts, if it has the form of one. */
function partsOf(line: string): (EventText & { session: string }) | null {
  const texts: string[] = [];
  let rest = line;
  for (const key of ["session", "seq", "at", "type", "by"]) {
    const begin = `${texts.length === 0 ? "{" : ","}"${key}":`;
    if (!rest.startsWith(begin)) return null;
    const value = rest.slice(begin.length);
    const end = endOfValue(value);
    texts.push(value.slice(0, end));
    rest = value.slice(end);
  }
  if (!rest.startsWith(SEAM) || !rest.endsWith("}")) return null;
  const [session, seq, at, type] = texts.slice(0, 4).map((text) => parsed(text)?.value);
  if (typeof session !== "string" || typeof at !== "string" || typeof type !== "string" || !Number.isSafeInteger(seq))
    return null;
  const head = { session, seq: seq as number, at, type };
  const text = { ...head, by: texts.at(-1) ?? "", data: rest.slice(SEAM.length, -1) };
  return line.startsWith(headOf(session, text)) ? text : null;
}

function whyNoEvent(line: string): string {
  const value = parsed(line);
  if (!value) return "it is not JSON";
  const { session, seq, at, type } = (value.value ?? {}) as Partial<Event>;
  const isEvent = [session, at, type].every((one) => typeof one === "string") && Number.isSafeInteger(seq);
  return isEvent ? NOT_OURS : "it is not an event: session, seq, at and type are required";
}

/** Where the JSON value at the beginning of a text ends. Linear time, because the line is untrusted. */
function endOfValue(json: string): number {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (isInString) {
      if (character === "\\") at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
    else if (character === "," && depth === 0) return at;
  }
  return json.length;
}

const SEAM = ',"data":';
const NOT_OURS =
  "it is not in the form that skein export writes: session, seq, at, type, by and data, in this order and without spaces between them";

function parsed(json: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return null;
  }
}
