// A long text is kept outside of its event, as a blob: the event holds the text's beginning and says where the whole of it is.
import * as z from "zod";

const place = z.number().int().nonnegative();

const blobReference = z.object({
  /** JSON pointer (RFC 6901) to a string in the event's data. */
  at: z.string(),
  /** The stretch of that string, in UTF-16 units, that stands for the blob: the blob's beginning, or nothing. */
  from: place,
  to: place,
  /** SHA-256 of the whole, in hex: its name. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: place,
});

export type BlobReference = z.infer<typeof blobReference>;

/** In the order of their places, so that they can be put back from the last to the first. */
const blobReferences = z.array(blobReference);

const none: readonly BlobReference[] = [];

/** The references in an event's data. Skein alone writes the field `blobs` there; data of any other shape refers to nothing. */
export function blobsIn(data: unknown): readonly BlobReference[] {
  if (typeof data !== "object" || data === null || !Object.hasOwn(data, "blobs")) return none;
  return blobReferences.safeParse((data as { blobs: unknown }).blobs).data ?? none;
}
