// The size of an agent's text in bytes, even if a driver has only its beginning.
import { placeholders } from "../large-lines/placeholders.ts";

export function textBytes(text: string): number {
  if (!placeholders.isIn(text)) return Buffer.byteLength(text);
  return placeholders
    .split(text)
    .reduce((bytes, part) => bytes + (part.kind === "blob" ? part.bytes : Buffer.byteLength(part.text)), 0);
}
