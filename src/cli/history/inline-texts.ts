// Restores the long texts of an event that a person must see in full, or that a program takes as the answer.
import { buffer } from "node:stream/consumers";
import { type Client, ProblemError } from "../../client/index.ts";
import { type BlobReference, blobsIn, type Event, restoreTexts } from "../../core/index.ts";

type Blobs = Pick<Client, "blob">;

/** Longer texts stay cut, and the output says how to get them. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The same event if it is whole, or too long to restore. */
export async function withInlinedTexts(client: Blobs, event: Event): Promise<Event> {
  const references = blobsIn(event.data);
  if (references.length === 0) return event;
  return { ...event, data: await inlineReferences(client, event.data as object, references) };
}

/** The same for a part of the state that keeps its references beside its texts. */
export const inlineTexts = <T extends { blobs?: readonly BlobReference[] }>(client: Blobs, shortened: T): Promise<T> =>
  inlineReferences(client, shortened, shortened.blobs ?? []);

/** Texts that people answer, or take as the answer, are always restored. */
export const inlineIfSaid = (client: Blobs, event: Event): Event | Promise<Event> =>
  event.type === "permission" || event.type === "agent_message" ? withInlinedTexts(client, event) : event;

async function inlineReferences<T extends object>(
  client: Blobs,
  shortened: T,
  references: readonly BlobReference[],
): Promise<T> {
  const bytes = references.reduce((sum, one) => sum + one.bytes, 0);
  if (bytes === 0 || bytes > MAX_BYTES) return shortened;
  const texts = new Map<BlobReference, string>();
  try {
    for (const reference of references) texts.set(reference, (await buffer(client.blob(reference.hash))).toString());
  } catch (error) {
    if (error instanceof ProblemError && error.code === "blob_not_found") return shortened;
    throw error;
  }
  return restoreTexts(shortened, texts) as T;
}
