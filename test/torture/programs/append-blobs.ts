// Appends events with long texts, one that comes with its event and one that was written ahead, and says what was acknowledged:
// `<seq> <command> <blob>`. Run as: node append-blobs.ts <database> <pairs>
import { createHash } from "node:crypto";
import { openSqliteLog } from "../../../src/log/index.ts";
import { A, eventFor } from "../../contracts/log/samples.ts";
import { changeAfter } from "./change-after.ts";

/** Some pages each: every page is a call more to be killed at. */
const BLOB_BYTES = 24_000;
const [path = "", pairs = ""] = process.argv.slice(2);

const log = openSqliteLog({ path, isThreaded: true });
let { head } = log.read({ session: A, after: 0, limit: 1 });

const bytesFor = (seq: number): Uint8Array =>
  Uint8Array.from({ length: BLOB_BYTES }, (_, at) => (at * 31 + seq) & 0xff);
const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

async function append(bytes: Uint8Array, isAhead: boolean): Promise<void> {
  const { change, command } = changeAfter(head);
  const hash = hashOf(bytes);
  const blobs = [{ at: "/text", from: 0, to: 1, hash, bytes: bytes.length }];
  const events = [eventFor(A, head + 1, { data: { messageId: "m1", text: "x", blobs } })];
  if (isAhead) {
    const writer = log.openBlob();
    for (const part of [bytes.slice(0, 9_000), bytes.slice(9_000)]) await writer.write(part);
    await writer.finish();
    await log.append({ ...change, events });
  } else await log.append({ ...change, events, blobs: [{ hash, bytes }] });
  head += 1;
  process.stdout.write(`${head} ${command} ${hash}\n`);
}

for (let pair = 0; pair < Number(pairs); pair++) {
  await append(bytesFor(head), false);
  await append(bytesFor(head), true);
}
process.exit(0);
