// Long texts are moved out of their events on the way into the log, and restored if an agent needs the whole.
import { createHash } from "node:crypto";
import { placeholders } from "../agents/index.ts";
import { type BlobReference, type EventBody, externalizeTexts, type NewBlob, restoreTexts } from "../core/index.ts";
import type { Log } from "../log/index.ts";

function blobOf(text: string): NewBlob {
  const bytes = new TextEncoder().encode(text);
  return { hash: createHash("sha256").update(bytes).digest("hex"), bytes };
}

/** An event as the log stores it, and its blobs. The fold sees the same, so that it can be repeated from the log. */
export const externalize = (body: EventBody): { body: EventBody; blobs: NewBlob[] } =>
  externalizeTexts(body, { placeholders, blobOf });

/**
 * The event with its whole texts; null if the log has lost one, as damage may do. It may be megabytes: pass it on,
 * don't keep it.
 */
export function inlineTexts<T extends object>(
  log: Log,
  shortened: T,
  references: readonly BlobReference[] = [],
): T | null {
  const texts = new Map<BlobReference, string>();
  for (const reference of references) {
    const text = textOf(log, reference.hash);
    if (text === null) return null;
    texts.set(reference, text);
  }
  return texts.size === 0 ? shortened : (restoreTexts(shortened, texts) as T);
}

/** A whole blob; null if the log has lost it. */
export function textOf(log: Log, hash: string): string | null {
  const blob = log.blob(hash);
  return blob && Buffer.concat([...blob.parts()]).toString("utf8");
}
