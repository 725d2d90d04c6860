// Writes an uploaded file into the log, part by part: the next part is read when this one is on disk, so that no upload fills the memory.
import { byteSize, SkeinError } from "../../core/index.ts";
import type { BlobWriter, Log } from "../../log/index.ts";
import { limits, type UploadAnswer } from "../../protocol/index.ts";
import { Refusal } from "../refusal.ts";

const PART_BYTES = 256 * 1024;

interface Upload {
  /** The declared length; 0 if there is none. */
  length: number;
  body: AsyncIterable<Uint8Array>;
}

/** Content is stored once, under its hash, so the same upload can be repeated. */
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

/** Accepts no more than the limit, whatever length the request declares. */
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

/** Copies the bytes: a small buffer shares its memory with others, and the log keeps what it gets. */
const joined = (chunks: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(chunks));

function tooLarge(): Refusal {
  return new Refusal("too_large", `A file can have at most ${byteSize(limits.fileBytes)}.`, {
    limit: limits.fileBytes,
  });
}
