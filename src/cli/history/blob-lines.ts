// The blobs that events refer to, as lines of an exported file: in parts, each blob once, before the first event that needs it.
import { type Client, ProblemError } from "../../client/index.ts";
import { type Event, neededBlobs } from "../../core/index.ts";

/** A multiple of three bytes: base64 without padding inside. */
const PART_BYTES = 192 * 1024;

export function blobLines(client: Client): (event: Event) => AsyncGenerator<string> {
  const written = new Set<string>();
  return async function* (event) {
    for (const hash of neededBlobs(event)) {
      if (written.has(hash)) continue;
      written.add(hash);
      yield* linesOf(client, hash);
    }
  };
}

async function* linesOf(client: Client, hash: string): AsyncGenerator<string> {
  const lineOf = (part: number, bytes: Uint8Array, last: boolean): string =>
    JSON.stringify({ blob: hash, part, last, base64: Buffer.from(bytes).toString("base64") });
  let waiting = Buffer.alloc(0);
  let part = 0;
  try {
    for await (const bytes of client.blob(hash)) {
      waiting = Buffer.concat([waiting, bytes]);
      for (; waiting.length > PART_BYTES; waiting = waiting.subarray(PART_BYTES))
        yield lineOf(part++, waiting.subarray(0, PART_BYTES), false);
    }
  } catch (error) {
    // A blob that is missing in the log is left out: its event says how long it was.
    if (part === 0 && error instanceof ProblemError && error.code === "blob_not_found") return;
    throw error;
  }
  yield lineOf(part, waiting, true);
}
