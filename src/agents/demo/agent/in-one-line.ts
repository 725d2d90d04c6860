// A text for a place where there is little room.

/** Without line breaks and, when it is too long, with "…" at its end. */
export function inOneLine(text: string, maxCharacters: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters - 1)}…` : line;
}
