// An event shows the beginning of a long text. Where a person must see all of it, or a program takes it as the answer, it is put back.
import { buffer } from "node:stream/consumers";
import { type Client, ProblemError } from "../../client/index.ts";
import { type BlobReference, blobsIn, type Event, restoreTexts } from "../../core/index.ts";

type Blobs = Pick<Client, "blob">;

/** More than this is no reading matter: it stays cut, and what is printed says how to get it. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The same event when it is whole, or too long to be. */
export async function withInlinedTexts(client: Blobs, event: Event): Promise<Event> {
  const references = blobsIn(event.data);
  if (references.length === 0) return event;
  return { ...event, data: await inlineReferences(client, event.data as object, references) };
}

/** The same for a part of the state that keeps its references beside its texts. */
export const inlineTexts = <T extends { blobs?: readonly BlobReference[] }>(client: Blobs, shortened: T): Promise<T> =>
  inlineReferences(client, shortened, shortened.blobs ?? []);

/** What people answer or take as the answer is never left cut. */
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
