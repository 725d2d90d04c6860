// Events as the lines of a file that Skein imports; long texts precede the event that they belong to.
import { createHash } from "node:crypto";
import { dataOf, externalizeTexts, type NewBlob, type Placeholders } from "../../core/index.ts";
import type { EarlierEvent } from "../system.ts";

/** A multiple of three bytes: base64 without padding inside. */
const PART_BYTES = 192 * 1024;

/** There are none in what another program recorded. */
const placeholders: Pick<Placeholders, "isIn" | "split"> = {
  isIn: () => false,
  split: (text) => [{ kind: "text", text }],
};

export class ImportLines {
  readonly #session: string;
  #seq: number;

  constructor({ session, after }: { session: string; after: number }) {
    this.#session = session;
    this.#seq = after;
  }

  *of({ at, ...body }: EarlierEvent): Generator<string> {
    const { body: shortened, blobs } = externalizeTexts(body, { placeholders, blobOf });
    for (const blob of blobs) yield* partsOf(blob);
    const { type, by } = shortened;
    this.#seq++;
    yield JSON.stringify({ session: this.#session, seq: this.#seq, at, type, by, data: dataOf(shortened) });
  }
}

function blobOf(text: string): NewBlob {
  const bytes = new TextEncoder().encode(text);
  return { hash: createHash("sha256").update(bytes).digest("hex"), bytes };
}

function* partsOf({ hash, bytes }: NewBlob): Generator<string> {
  const count = Math.max(1, Math.ceil(bytes.length / PART_BYTES));
  for (let part = 0; part < count; part++) {
    const content = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
    yield JSON.stringify({
      blob: hash,
      part,
      last: part === count - 1,
      base64: Buffer.from(content).toString("base64"),
    });
  }
}
