// Whether a session is as it was written: its hash chain, what it inherits, and every long text. In slices, so that other requests are served
// meanwhile.
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { type BlobReference, blobsIn } from "../../core/index.ts";
import { findBreak, type Log, walkEvents } from "../../log/index.ts";
import type { VerifyAnswer } from "../../protocol/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";

export const verifyHandlers = ({ log }: DaemonContext): Pick<Handlers, "verify"> => ({
  verify: async (call) => verifySession(log, (await call.session()).id),
});

async function verifySession(log: Log, session: string): Promise<VerifyAnswer> {
  const { head, firstSeq } = log.read({ session, before: 1, limit: 1 });
  const found = { session, events: head - firstSeq + 1, blobs: 0 };
  // The whole chain first: the log can't be read where it breaks.
  const seq = await findBreak(log, session, { after: firstSeq - 1, head });
  if (seq !== null)
    return { ...found, broken: { seq, text: "the event was changed after it was written, or is missing" } };
  const checked = new Map<string, string | null>();
  for await (const events of walkEvents(log, { session, after: firstSeq - 1 })) {
    for (const { seq, line } of events) {
      for (const reference of referencesIn(line)) {
        const { hash } = reference;
        if (!checked.has(hash)) checked.set(hash, await blobTrouble(log, reference));
        const text = checked.get(hash) ?? null;
        if (text !== null) return { ...found, blobs: checked.size, broken: { seq, text } };
      }
    }
  }
  return { ...found, blobs: checked.size, broken: null };
}

/** Most events refer to nothing, and need not be parsed to know it. */
const referencesIn = (line: string): readonly BlobReference[] =>
  line.includes('"blobs":') ? blobsIn((JSON.parse(line) as { data: unknown }).data) : [];

async function blobTrouble(log: Log, { hash, bytes }: BlobReference): Promise<string | null> {
  const blob = log.blob(hash);
  if (!blob) return `its long text ${hash} is missing`;
  const sum = createHash("sha256");
  let size = 0;
  for (const part of blob.parts()) {
    sum.update(part);
    size += part.length;
    await setImmediate();
  }
  const isRight = size === bytes && sum.digest("hex") === hash;
  return isRight ? null : `its long text ${hash} was changed after it was written`;
}
