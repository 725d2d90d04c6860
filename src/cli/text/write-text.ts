// Writes a long text to stdout, at the reader's pace: unchanged to a file or pipe, made safe for a terminal.
import { type Output, writeAll } from "../io.ts";
import { safeText } from "./safe-text.ts";

/** A longer line is not buffered: escape sequences in it show as their characters then. */
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
    // Whole lines, because an escape sequence that is cut in two would not be recognised.
    const end = rest.length > MAX_LINE_LENGTH && !rest.includes("\n") ? rest.length : rest.lastIndexOf("\n") + 1;
    await writeAll(stdout, safeText(rest.slice(0, end)));
    rest = rest.slice(end);
  }
  await writeAll(stdout, `${safeText(rest + decoder.decode())}\n`);
}
