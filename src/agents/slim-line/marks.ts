// The marks of this process: an agent would have to guess 128 random bits to write one.
import { createHash, randomBytes } from "node:crypto";
import { createMarks, type Marks } from "../../core/index.ts";

export const nonce = randomBytes(16).toString("hex");
export const marks = marksWith(nonce);

export function marksWith(nonce: string): Marks {
  return createMarks({ nonce, digestOf: (text) => createHash("sha256").update(text).digest("hex") });
}
