/** The longest prefix of a text that fits into this many bytes of UTF-8, never ending inside a character. */
export function firstBytes(text: string, maxBytes: number): string {
  // A UTF-16 unit is at least one byte, so the cut bounds the work for a huge text.
  const { read } = new TextEncoder().encodeInto(text.slice(0, maxBytes), new Uint8Array(maxBytes));
  return text.slice(0, read);
}
