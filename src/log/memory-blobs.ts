// The memory log's blobs: the same promises about long texts as the log on SQLite gives.
import { createHash } from "node:crypto";
import type { BlobWriter, Log } from "./log.ts";
import type { PreparedChange } from "./prepare-change.ts";

const PART_BYTES = 256 * 1024;
const PASS_MS = 60 * 60_000;

/** `isNamed`: whether the driver of a run remembers this hash. */
export function createMemoryBlobs(isNamed: (hash: string) => boolean) {
  const stored = new Map<string, Uint8Array>();
  let references: { session: string; seq: number; hash: string }[] = [];
  const reading = new Map<string, number>();
  let finished = new Set<string>();
  let candidates = new Set<string>();
  let lastPassMs = Number.NEGATIVE_INFINITY;

  const blob: Log["blob"] = (hash) => {
    const whole = stored.get(hash);
    if (!whole) return null;
    return {
      bytes: whole.length,
      *parts() {
        reading.set(hash, (reading.get(hash) ?? 0) + 1);
        try {
          for (let from = 0; from < whole.length; from += PART_BYTES) yield whole.slice(from, from + PART_BYTES);
        } finally {
          reading.set(hash, (reading.get(hash) ?? 1) - 1);
        }
      },
    };
  };

  function openBlob(): BlobWriter {
    const parts: Uint8Array[] = [];
    return {
      async write(part) {
        parts.push(new Uint8Array(part));
      },
      async finish() {
        const bytes = Buffer.concat(parts);
        const hash = createHash("sha256").update(bytes).digest("hex");
        stored.set(hash, bytes);
        finished.add(hash);
        return { hash, bytes: bytes.length };
      },
      abandon() {},
    };
  }

  async function collectGarbage(nowMs: number): Promise<number> {
    if (nowMs - lastPassMs < PASS_MS) return 0;
    lastPassMs = nowMs;
    const isAwaited = (hash: string): boolean => finished.has(hash) || (reading.get(hash) ?? 0) > 0;
    const referred = new Set(references.map(({ hash }) => hash));
    const garbage = [...stored.keys()].filter((hash) => !referred.has(hash) && !isNamed(hash) && !isAwaited(hash));
    const doomed = garbage.filter((hash) => candidates.has(hash));
    for (const hash of doomed) stored.delete(hash);
    candidates = new Set(garbage.filter((hash) => stored.has(hash)));
    finished = new Set();
    return doomed.length;
  }

  return {
    blob,
    openBlob,
    collectGarbage,
    has: (hash: string): boolean => stored.has(hash),
    write({ session, blobs, references: added }: PreparedChange): void {
      for (const { hash, bytes } of blobs) if (!stored.has(hash)) stored.set(hash, bytes);
      references.push(...added.map((one) => ({ session, ...one })));
    },
    /** Removes everything after this event of a session. */
    forget(session: string, after: number): void {
      references = references.filter((one) => one.session !== session || one.seq <= after);
    },
  };
}
