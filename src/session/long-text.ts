// Long texts leave their events on the way into the log, and come back where an agent needs the whole.
import { createHash } from "node:crypto";
import { marks } from "../agents/index.ts";
import { type BlobReference, type EventBody, type NewBlob, restoreTexts, SkeinError, slimBody } from "../core/index.ts";
import type { Log } from "../log/index.ts";

function blobOf(text: string): NewBlob {
  const bytes = new TextEncoder().encode(text);
  return { hash: createHash("sha256").update(bytes).digest("hex"), bytes };
}

/** The events as the log holds them, and what they refer to. The fold sees the same, so that it can be done again from the log. */
export function slimBodies(bodies: readonly EventBody[]): { bodies: EventBody[]; blobs: NewBlob[] } {
  const slim = bodies.map((body) => slimBody(body, { marks, blobOf }));
  return { bodies: slim.map(({ body }) => body), blobs: slim.flatMap(({ blobs }) => blobs) };
}

/** The same with its texts whole. What it holds then may be megabytes: for handing on, not for keeping. */
export function whole<T extends object>(log: Log, slim: T, references: readonly BlobReference[] | undefined): T {
  if (!references) return slim;
  return restoreTexts(slim, new Map(references.map((one) => [one, textOf(log, one.hash)]))) as T;
}

function textOf(log: Log, hash: string): string {
  const blob = log.blob(hash);
  if (!blob) throw new SkeinError("blob_missing", `The log has lost the text ${hash}, which an event refers to.`);
  return Buffer.concat([...blob.parts()]).toString("utf8");
}
