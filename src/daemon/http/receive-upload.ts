// A file on its way into the log, part by part: the next one is taken when this one is on disk, so that no upload fills the memory.
import { byteSize, SkeinError } from "../../core/index.ts";
import type { BlobWriter, Log } from "../../log/index.ts";
import { limits, type UploadAnswer } from "../../protocol/index.ts";
import { Refusal } from "../refusal.ts";

const PART_BYTES = 256 * 1024;

interface Upload {
  /** What the request says of itself; 0 when it says nothing. */
  length: number;
  body: AsyncIterable<Uint8Array>;
}

/** The same content again is harmless: it is kept once, under its hash. */
export async function receiveUpload(log: Log, { length, body }: Upload): Promise<UploadAnswer> {
  if (length > limits.fileBytes) throw tooLarge();
  const writer = log.openBlob();
  try {
    await writeParts(writer, body);
    return await writer.finish();
  } catch (error) {
    writer.abandon();
    if (error instanceof SkeinError && error.code === "blob_lost")
      throw new Refusal("fenced", "The log was reopened during the upload; send the file again.");
    throw error;
  }
}

/** Takes no more than the limit, whatever the request says of its own length. */
async function writeParts(writer: BlobWriter, body: AsyncIterable<Uint8Array>): Promise<void> {
  let chunks: Uint8Array[] = [];
  let waiting = 0;
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limits.fileBytes) throw tooLarge();
    chunks.push(chunk);
    waiting += chunk.length;
    if (waiting < PART_BYTES) continue;
    await writer.write(joined(chunks));
    chunks = [];
    waiting = 0;
  }
  if (waiting > 0) await writer.write(joined(chunks));
}

/** Bytes of their own: those of a small buffer belong to others, too, and the log takes them over. */
const joined = (chunks: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(chunks));

function tooLarge(): Refusal {
  return new Refusal("too_large", `A file can have at most ${byteSize(limits.fileBytes)}.`, {
    limit: limits.fileBytes,
  });
}
