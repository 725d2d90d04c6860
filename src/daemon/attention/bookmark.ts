// The notifier's saved state, one small file in the home: the position up to which the log was handled, and the open notifications. It is on
// disk before anyone is notified, so a daemon that dies in between notifies nobody twice.
import * as z from "zod";
import { readRegularFile } from "../../home/index.ts";
import { replaceFile } from "../../system/index.ts";

/** `screen`: somebody was looking at the session; who does not answer and leaves is notified then. */
const channel = z.enum(["screen", "terminal", "push", "command", "webhook"]);

const raised = z.object({
  channel,
  /** Devices that were reminded of it. */
  reminded: z.array(z.string()).default([]),
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
/** An open notification, and how it was sent. */
export type Raised = z.infer<typeof raised>;

const bookmark = z.object({ epoch: z.string(), commit: z.number(), raised: z.array(raised) });
export type Bookmark = z.infer<typeof bookmark>;

const MAX_BYTES = 16 * 1024 * 1024;

/** Null if there is no readable file: then past events notify nobody. */
export function readBookmark(path: string): Bookmark | null {
  try {
    return bookmark.parse(JSON.parse(readRegularFile(path, { maxBytes: MAX_BYTES }).toString("utf8")));
  } catch {
    return null;
  }
}

export const writeBookmark = (path: string, next: Bookmark): Promise<void> => replaceFile(path, JSON.stringify(next));
