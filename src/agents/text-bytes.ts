// How many bytes a text has that an agent wrote, also where a driver has only its beginning.
import { marks } from "./slim-line/marks.ts";

export function textBytes(text: string): number {
  if (!marks.isIn(text)) return Buffer.byteLength(text);
  return marks
    .split(text)
    .reduce((bytes, part) => bytes + (part.kind === "blob" ? part.bytes : Buffer.byteLength(part.text)), 0);
}
