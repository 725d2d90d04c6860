// Names of their own for the long texts and pictures of an exported file. A blob's name in the log is the hash of its content: with a masked text at hand
// it would tell whether a guess at the secret is right.
import { blobsIn, type Event } from "../../core/index.ts";

/** What looks like the name of a blob. */
const NAME = /^[0-9a-f]{64}$/;

export class BlobNames {
  readonly #names = new Map<string, string>();

  of(hash: string): string {
    const name = this.#names.get(hash) ?? String(this.#names.size + 1).padStart(64, "0");
    this.#names.set(hash, name);
    return name;
  }

  /** The event with the new names. `sizes`: of texts that became longer or shorter, by their old name. */
  in(event: Event, sizes: ReadonlyMap<string, number>): Event {
    if (typeof event.data !== "object" || event.data === null) return event;
    const { files } = event.data as { files?: unknown };
    const blobs = blobsIn(event.data).map((one) => ({
      ...one,
      hash: this.of(one.hash),
      bytes: sizes.get(one.hash) ?? one.bytes,
    }));
    if (blobs.length === 0 && !Array.isArray(files)) return event;
    const named = Array.isArray(files) ? { files: files.map((file) => this.#inFile(file)) } : {};
    return { ...event, data: { ...event.data, ...(blobs.length > 0 ? { blobs } : {}), ...named } };
  }

  #inFile(file: unknown): unknown {
    if (typeof file !== "object" || file === null) return file;
    const { hash } = file as { hash?: unknown };
    return typeof hash === "string" && NAME.test(hash) ? { ...file, hash: this.of(hash) } : file;
  }
}
