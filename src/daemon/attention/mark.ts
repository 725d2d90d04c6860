// How far people were told what happened, and what they were called for and have not seen to yet: one small file in the home, replaced as a
// whole. It is on the disk before anybody is called, so a daemon that dies in between calls nobody twice.
import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import * as z from "zod";
import { readRegularFile } from "../../home/index.ts";

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

const mark = z.object({ epoch: z.string(), commit: z.number(), raised: z.array(raised) });
export type Mark = z.infer<typeof mark>;

const MAX_BYTES = 16 * 1024 * 1024;

/** Null when there is none, or none that can be read: then nobody is called for what happened before now. */
export function readMark(path: string): Mark | null {
  try {
    return mark.parse(JSON.parse(readRegularFile(path, { maxBytes: MAX_BYTES }).toString("utf8")));
  } catch {
    return null;
  }
}

export async function writeMark(path: string, next: Mark): Promise<void> {
  const temporary = `${path}.new`;
  await syncing(temporary, "w", (file) => file.writeFile(JSON.stringify(next)));
  await rename(temporary, path);
  // A rename is only on the disk when its directory is.
  await syncing(dirname(path), "r", async () => {});
}

type OpenFile = Awaited<ReturnType<typeof open>>;

async function syncing(path: string, flags: "w" | "r", write: (file: OpenFile) => Promise<void>): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
}
