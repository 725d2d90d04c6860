// Reads what an exported file holds: the events of a range, and the long texts and pictures that they refer to, up to a bound.
import { type Client, ProblemError } from "../../client/index.ts";
import { blobsIn, type Event, eventData } from "../../core/index.ts";
import { Failure } from "../failure.ts";
import type { Range } from "./range.ts";

/** Of the events as JSON. */
const MAX_CHARACTERS = 256 * 1024 * 1024;
/** Of a long text. Of a longer one only the beginning that its event has is shown. */
const MAX_TEXT_BYTES = 1024 * 1024;
/** The page shows no larger pictures. */
const MAX_PICTURE_BYTES = 10_000_000;
/** Of all long texts and pictures together. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Of a text that is left out: a secret that begins in what its event has of it may go on in here. */
const LOOKED_AT_BYTES = 8 * 1024;

const pictures = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]);

export interface ReadSession {
  readonly events: readonly Event[];
  /** Long texts, by the names of their blobs; of those that are left out, the beginning. */
  readonly texts: ReadonlyMap<string, string>;
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  /** The names of long texts and pictures that are too long, or not there any more. */
  readonly leftOut: ReadonlySet<string>;
}

export async function readSession(client: Client, session: string, { after, to }: Range): Promise<ReadSession> {
  const events: Event[] = [];
  let characters = 0;
  for await (const { event, line } of client.log(session, { after })) {
    if (event.seq > to) break;
    events.push(event);
    characters += line.length;
    if (characters > MAX_CHARACTERS)
      throw new Failure("the session is too long for one HTML file", {
        exit: "usage",
        code: "too_many_events",
        why: "its events are longer than 256 MB",
        fix: `export a part: --turn last, or --after-event ${event.seq}`,
      });
    if (event.seq === to) break;
  }
  return { events, ...(await readBlobs(client, events)) };
}

interface Wanted {
  readonly kind: "text" | "picture";
  readonly bytes: number;
}

/** Of the files of a prompt, the transcript shows only pictures. */
function wantedBlobs(events: readonly Event[]): Map<string, Wanted> {
  const wanted = new Map<string, Wanted>();
  for (const { type, data } of events) {
    for (const { hash, bytes } of blobsIn(data)) wanted.set(hash, { kind: "text", bytes });
    if (type !== "user_prompt" && type !== "prompt_queued") continue;
    for (const { hash, bytes, mediaType } of eventData[type].safeParse(data).data?.files ?? [])
      if (pictures.has(mediaType)) wanted.set(hash, { kind: "picture", bytes });
  }
  return wanted;
}

async function readBlobs(client: Client, events: readonly Event[]): Promise<Omit<ReadSession, "events">> {
  const texts = new Map<string, string>();
  const read = new Map<string, Uint8Array>();
  const leftOut = new Set<string>();
  let left = MAX_BYTES;
  for (const [hash, { kind, bytes }] of wantedBlobs(events)) {
    const isWhole = bytes <= left && bytes <= (kind === "text" ? MAX_TEXT_BYTES : MAX_PICTURE_BYTES);
    if (!isWhole) leftOut.add(hash);
    if (!isWhole && kind === "picture") continue;
    const content = await readBlob(client, hash, isWhole ? bytes : LOOKED_AT_BYTES);
    if (content === null) leftOut.add(hash);
    else if (kind === "text") texts.set(hash, content.toString("utf8"));
    else read.set(hash, content);
    if (isWhole) left -= bytes;
  }
  return { texts, pictures: read, leftOut };
}

/** The first bytes of it; null if it is not there any more. */
async function readBlob(client: Client, hash: string, most: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of client.blob(hash)) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= most) break;
    }
  } catch (error) {
    if (error instanceof ProblemError && error.code === "blob_not_found") return null;
    throw error;
  }
  return Buffer.concat(chunks).subarray(0, most);
}
