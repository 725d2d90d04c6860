// The placeholders of this process: to forge one, an agent would have to guess 128 random bits.
import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { createPlaceholders, type Placeholders } from "../../core/index.ts";

export const nonce = randomBytes(16).toString("hex");
export const placeholders = placeholdersWith(nonce);

export function placeholdersWith(nonce: string): Placeholders {
  return createPlaceholders({ nonce, digestOf: (text) => createHash("sha256").update(text).digest("hex") });
}

/*
 * What a driver remembers may hold placeholders, and outlives the daemon that wrote them. On disk they carry a number that is written down beside
 * them, and the next daemon gives them its own: so it knows them again, and the number that agents must not know is in no file.
 */
const kept = z.strictObject({ marks: z.string().regex(/^[0-9a-f]{32}$/), value: z.unknown() });

/** The value as it may be written down: itself when it holds no placeholders. */
export function persistPlaceholders(value: unknown, own: string = nonce): unknown {
  const text = JSON.stringify(value);
  if (!text?.includes(own)) return value;
  const written = randomBytes(16).toString("hex");
  return { marks: written, value: JSON.parse(text.replaceAll(own, written)) } satisfies z.infer<typeof kept>;
}

/** The value as it was before `persistPlaceholders`, with placeholders of this process. */
export function revivePlaceholders(stored: unknown, own: string = nonce): unknown {
  const { data } = kept.safeParse(stored);
  return data ? JSON.parse(JSON.stringify(data.value).replaceAll(data.marks, own)) : stored;
}
