// A long text is stored outside its event, as a blob: the event has the text's beginning and refers to the blob.
import * as z from "zod";

const place = z.number().int().nonnegative();

const blobReference = z.object({
  /** JSON pointer (RFC 6901) to a string in the event's data. */
  at: z.string(),
  /** The part of that string, in UTF-16 units, that stands for the blob: the blob's beginning, or nothing. */
  from: place,
  to: place,
  /** SHA-256 of the whole, in hex: its name. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: place,
});

export type BlobReference = z.infer<typeof blobReference>;

/** Ordered by position, so that they can be restored from the last to the first. */
const blobReferences = z.array(blobReference);

const none: readonly BlobReference[] = [];

/** The references in an event's data. Only Skein writes the field `blobs`; data of another shape refers to nothing. */
export function blobsIn(data: unknown): readonly BlobReference[] {
  if (typeof data !== "object" || data === null || !Object.hasOwn(data, "blobs")) return none;
  return blobReferences.safeParse((data as { blobs: unknown }).blobs).data ?? none;
}
