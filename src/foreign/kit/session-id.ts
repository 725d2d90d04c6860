// The id here of a session of another program: always the same one, so that it is imported once, whoever imports it and how often.
import { createHash } from "node:crypto";

export function sessionIdFor(system: string, id: string): string {
  const hex = createHash("sha256").update(`skein:${system}\n${id}`).digest("hex");
  // Version 8: made from something else; and the usual variant.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
