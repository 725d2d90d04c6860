// How far people were told what happened, and what they were called for and have not seen to yet: one small file in the home, replaced as a
// whole. It is on the disk before anybody is called, so a daemon that dies in between calls nobody twice.
import * as z from "zod";
import { readRegularFile } from "../../home/index.ts";
import { replaceFile } from "../../system/index.ts";

const channel = z.enum(["terminal", "command", "webhook"]);
export type Channel = z.infer<typeof channel>;

const raised = z.object({
  channel,
  attention: z.object({
    id: z.string(),
    kind: z.enum(["needs_you", "failed", "finished"]),
    session: z.string(),
    seq: z.number(),
    name: z.string(),
    text: z.string(),
    at: z.string(),
  }),
});
/** What a person was called for, and how. */
export type Raised = z.infer<typeof raised>;

const bookmark = z.object({ epoch: z.string(), commit: z.number(), raised: z.array(raised) });
export type Bookmark = z.infer<typeof bookmark>;

const MAX_BYTES = 16 * 1024 * 1024;

/** Null when there is none, or none that can be read: then nobody is called for what happened before now. */
export function readBookmark(path: string): Bookmark | null {
  try {
    return bookmark.parse(JSON.parse(readRegularFile(path, { maxBytes: MAX_BYTES }).toString("utf8")));
  } catch {
    return null;
  }
}

export const writeBookmark = (path: string, next: Bookmark): Promise<void> => replaceFile(path, JSON.stringify(next));
