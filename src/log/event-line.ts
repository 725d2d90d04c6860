// How an event is written down: its texts are made once, and every line handed out is put together from them, never serialised again.
import { type Event, SkeinError } from "../core/index.ts";

/** An event as it is stored. `by` and `data` are JSON text, without line breaks. */
export interface EventText {
  seq: number;
  at: string;
  type: string;
  by: string;
  data: string;
}

/** Under SQLite's bound of a billion bytes, whatever the characters are. */
const LONGEST_DATA = 2 ** 28;
/** No control characters and no half of a surrogate pair: these would not come back as they went in. */
const ONE_LINE = /^[^\p{Cc}\p{Cs}]+$/u;

/** The texts of an event, or a fault when it can't be stored as it is. */
export const eventText = ({ seq, at, type, by, data }: Event): EventText =>
  checkedText({ seq, at, type, by: toJson(seq, by), data: toJson(seq, data) });

/** The same for texts that were made elsewhere. */
export function checkedText({ seq, at, type, by, data }: EventText): EventText {
  if (!ONE_LINE.test(type) || !ONE_LINE.test(at))
    throw unstorable(seq, "its type and time must each be one line of text");
  if (data.length > LONGEST_DATA) throw unstorable(seq, `its data is longer than ${LONGEST_DATA} characters`);
  return { seq, at, type, by, data };
}

/** The event's one JSON line. */
export function eventLine(session: string, { seq, at, type, by, data }: EventText): string {
  const [sessionJson, atJson, typeJson] = [JSON.stringify(session), JSON.stringify(at), JSON.stringify(type)];
  return `{"session":${sessionJson},"seq":${seq},"at":${atJson},"type":${typeJson},"by":${by},"data":${data}}`;
}

function toJson(seq: number, value: unknown): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch (cause) {
    throw unstorable(seq, "its content is no JSON", cause);
  }
  if (json === undefined) throw unstorable(seq, "its content is no JSON");
  return json;
}

const unstorable = (seq: number, why: string, cause?: unknown): SkeinError =>
  new SkeinError("invalid_change", `Event ${seq} can't be stored: ${why}.`, { cause });
