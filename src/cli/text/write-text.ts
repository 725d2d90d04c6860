// A long text on stdout, at the reader's pace: byte for byte into a file or a pipe, made harmless for a terminal.
import { type Output, writeAll } from "../io.ts";
import { safeText } from "./safe-text.ts";

/** A line longer than this is not waited for: what would be an escape sequence in it shows as its characters then. */
const MAX_LINE_LENGTH = 64 * 1024;

export async function writeText(parts: AsyncIterable<Uint8Array>, stdout: Output): Promise<void> {
  if (!stdout.isTTY) {
    for await (const part of parts) await writeAll(stdout, part);
    return;
  }
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of parts) {
    rest += decoder.decode(part, { stream: true });
    // Whole lines: an escape sequence that is cut in two would not be known for one.
    const end = rest.length > MAX_LINE_LENGTH && !rest.includes("\n") ? rest.length : rest.lastIndexOf("\n") + 1;
    await writeAll(stdout, safeText(rest.slice(0, end)));
    rest = rest.slice(end);
  }
  await writeAll(stdout, `${safeText(rest + decoder.decode())}\n`);
}
