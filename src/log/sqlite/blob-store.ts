// Blobs on the daemon's main thread: parts go to the writer as separate jobs, and are read one by one.
import { SkeinError } from "../../core/index.ts";
import type { BlobWriter, Log, StoredBlob } from "../log.ts";
import { PART_BYTES } from "./blobs.ts";
import type { Job, Written } from "./job.ts";
import type { Store } from "./store.ts";

const PASS_MS = 60 * 60_000;

export function openBlobStore(store: Store): Pick<Log, "blob" | "openBlob" | "collectGarbage"> {
  const submit = (job: Job): Promise<Written> => store.submit(job);
  /** The number of readers of each. */
  const reading = new Map<string, number>();
  let lastNumber = 0;
  let lastPassMs = Number.NEGATIVE_INFINITY;

  function blob(hash: string): StoredBlob | null {
    const bytes = store.read(({ blobs }) => blobs.length(hash));
    if (bytes === null) return null;
    return {
      bytes,
      *parts() {
        reading.set(hash, (reading.get(hash) ?? 0) + 1);
        try {
          for (let part = 0, read = 0; read < bytes; part++) {
            const next = store.read(({ blobs }) => blobs.part(hash, part));
            if (!next) throw new SkeinError("blob_gone", `The blob ${hash} was removed while it was read.`);
            read += next.length;
            yield next;
          }
        } finally {
          const left = (reading.get(hash) ?? 1) - 1;
          if (left > 0) reading.set(hash, left);
          else reading.delete(hash);
        }
      },
    };
  }

  function openBlob(): BlobWriter {
    const number = ++lastNumber;
    let isFirst = true;
    const add = async (bytes: Uint8Array): Promise<void> => {
      const job: Job = { kind: "blob_part", blob: number, isFirst, bytes };
      isFirst = false;
      await submit(job);
    };
    return {
      async write(part) {
        if (part.length <= PART_BYTES) return add(part);
        // All at once, so that they stay together even if another part is written before these are on disk.
        const count = Math.ceil(part.length / PART_BYTES);
        const pieceAt = (_: unknown, index: number): Uint8Array =>
          new Uint8Array(part.subarray(index * PART_BYTES, (index + 1) * PART_BYTES));
        await Promise.all(Array.from({ length: count }, pieceAt).map(add));
      },
      async finish() {
        if (isFirst) await add(new Uint8Array());
        const { blob } = await submit({ kind: "blob_end", blob: number });
        if (!blob) throw new Error("the writer did not say what a blob is called");
        return blob;
      },
      abandon() {
        if (!isFirst) submit({ kind: "blob_dropped", blob: number }).catch(() => {});
      },
    };
  }

  async function collectGarbage(nowMs: number): Promise<number> {
    if (nowMs - lastPassMs < PASS_MS) return 0;
    lastPassMs = nowMs;
    const { removed = 0 } = await submit({ kind: "mark_garbage", reading: [...reading.keys()] });
    while ((await submit({ kind: "sweep_garbage" })).isMore);
    return removed;
  }

  return { blob, openBlob, collectGarbage };
}
