// The lines that agents write and read, as text.

/** UTF-8 with U+FFFD for what is not valid, and without a byte order mark. Never throws. */
export function decodeLine(bytes: Uint8Array): string {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8", marked ? 3 : 0);
}

/** The input for an agent: each line with its newline. */
export const linesToBytes = (lines: readonly string[]): Buffer =>
  Buffer.from(lines.map((line) => `${line}\n`).join(""));
