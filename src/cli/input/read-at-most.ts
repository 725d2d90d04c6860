// Reads bytes from stdin, a file, a pipe or a device, up to a maximum: some never end.
import type { Readable } from "node:stream";

/** Null if there is more; the rest is not read. */
export async function readAtMost(input: Readable, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > maxBytes) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
