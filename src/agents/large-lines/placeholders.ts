// The placeholders of this process: an agent would have to guess 128 random bits to write one.
import { createHash, randomBytes } from "node:crypto";
import { createPlaceholders, type Placeholders } from "../../core/index.ts";

export const nonce = randomBytes(16).toString("hex");
export const placeholders = placeholdersWith(nonce);

export function placeholdersWith(nonce: string): Placeholders {
  return createPlaceholders({ nonce, digestOf: (text) => createHash("sha256").update(text).digest("hex") });
}
