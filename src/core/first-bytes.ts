/** The longest start of a text that fits into so many bytes of UTF-8, never ending inside a character. */
export function firstBytes(text: string, maxBytes: number): string {
  // No more units than there are bytes: a huge text is not looked at from end to end.
  const { read } = new TextEncoder().encodeInto(text.slice(0, maxBytes), new Uint8Array(maxBytes));
  return text.slice(0, read);
}
