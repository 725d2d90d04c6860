// Which blobs an event needs, so that they are not collected as garbage: long texts, and files of a prompt.
import * as z from "zod";
import type { Event } from "../event.ts";
import { blobsIn } from "./reference.ts";

/** In events whose data agents choose, the field has no meaning. */
const withFiles: readonly string[] = ["prompt_queued", "user_prompt"];

const files = z.object({ files: z.array(z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) })) });

/** Their names, each once. */
export function neededBlobs({ type, data }: Pick<Event, "type" | "data">): string[] {
  const ofFiles = withFiles.includes(type) ? (files.safeParse(data).data?.files ?? []) : [];
  return [...new Set([...blobsIn(data), ...ofFiles].map(({ hash }) => hash))];
}
