// Which blobs an event needs, so that none of them is taken for garbage: long texts of which it has the beginning, and files of a prompt.
import * as z from "zod";
import type { Event } from "../event.ts";
import { blobsIn } from "./reference.ts";

/** Agents choose some of the data of their own events: there the field means nothing. */
const withFiles: readonly string[] = ["prompt_queued", "user_prompt"];

const files = z.object({ files: z.array(z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) })) });

/** Their names, each once. */
export function neededBlobs({ type, data }: Pick<Event, "type" | "data">): string[] {
  const ofFiles = withFiles.includes(type) ? (files.safeParse(data).data?.files ?? []) : [];
  return [...new Set([...blobsIn(data), ...ofFiles].map(({ hash }) => hash))];
}
