// What becomes of an agent's line that its driver can't read: people see it, bounded. Shared by all drivers.
import type { Fact } from "./driver.ts";

const MAX_RAW_BYTES = 2048;

export function unreadableLine(line: string, text = "The agent printed a line that Skein could not read."): Fact {
  return { type: "notice", data: { kind: "unreadable_line", text, raw: firstBytes(line, MAX_RAW_BYTES) } };
}

/** The longest start of a text that fits into so many bytes of UTF-8, never ending inside a character. */
function firstBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}
