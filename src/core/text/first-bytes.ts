/** The longest prefix of a text that fits into this many bytes of UTF-8, never ending inside a character. */
export function firstBytes(text: string, maxBytes: number): string {
  // There are never more units than bytes: so a huge text is not scanned to its end.
  const { read } = new TextEncoder().encodeInto(text.slice(0, maxBytes), new Uint8Array(maxBytes));
  return text.slice(0, read);
}
