// From the agent's spool into the log, exactly once: events, spool offset, driver state and replies commit together.
// The first piece of text goes on at once; what follows is joined for at most 20 ms, so that a turn is tens of events per second.
import { setImmediate as nextTurn } from "node:timers/promises";
import { decodeLine, type Fact, joinPieces, keepMarks } from "../agents/index.ts";
import { countTasks, type EventBody, type SessionState, stopError } from "../core/index.ts";
import { type Attachment, type AwaitedLine, byDaemon, type Desk, postLater } from "./desk.ts";
import { misreadError, misreadLine } from "./driver-fault.ts";
import { addFacts } from "./facts-to-events.ts";
import { beginLongLine, cutOffLine, isUnreadable, rawLine, shortened, unreadError } from "./long-line.ts";
import { outgoing } from "./outgoing.ts";
import { stopRun } from "./stop-run.ts";
import { isLostQuestion, isUnstorable, storable } from "./storable.ts";
import { watchOwnTurn } from "./watch-own-turn.ts";
import { watchSettling } from "./watch-settling.ts";

const CHUNK_BYTES = 256 * 1024;
const JOIN_MS = 20;

/** Asks for the spool to be read when the mailbox gets to it; asking twice is asking once. */
export function wantOutput(desk: Desk, attachment: Attachment): void {
  if (attachment.isReadWanted) return;
  attachment.isReadWanted = true;
  desk.post(async (later) => {
    attachment.isReadWanted = false;
    if (later.attachment === attachment) await takeOutput(later, attachment);
  });
}

/** One chunk at a time, so that commands are heard also while an agent floods. */
async function takeOutput(desk: Desk, attachment: Attachment): Promise<void> {
  // The mailbox is free until the line is there; then this is called again.
  if (attachment.longLine && !attachment.longLine.isTaken) return;
  const { longLine } = attachment;
  const hasMore = await readMore(desk, attachment);
  if (hasMore) {
    attachment.lastHeardMs = desk.around.clock.monotonicMs();
    if (!attachment.longLine) wantOutput(desk, attachment);
  }
  if (attachment.isCut) {
    // Before the commit: should the daemon end in between, the next one finds the same.
    stopRun(desk);
    return flush(desk, attachment);
  }
  if (longLine && mayAsk(desk.state) && (await isUnreadable(longLine)))
    return stopUnread(desk, attachment, unreadError(longLine));
  const { isMisread } = attachment;
  attachment.isMisread = false;
  if (isMisread && !attachment.stopped && mayAsk(stateAhead(desk, attachment)))
    return stopUnread(desk, attachment, misreadError(attachment.driver));
  if (attachment.readOffset > desk.around.spoolLimitBytes && !attachment.stopped) return stopFlood(desk, attachment);
  const waitMs = attachment.lastTextMs + JOIN_MS - desk.around.clock.monotonicMs();
  if (waitMs <= 0 || attachment.pending.writes.length > 0 || !attachment.pending.facts.every(isText)) {
    await flush(desk, attachment);
  } else if (!attachment.isFlushTimed && attachment.pending.outOffset > attachment.record.outOffset) {
    attachment.isFlushTimed = true;
    postLater(desk, attachment, waitMs, async (later) => {
      attachment.isFlushTimed = false;
      await flush(later, attachment);
    });
  }
}

async function stopFlood(desk: Desk, attachment: Attachment): Promise<void> {
  await flush(desk, attachment);
  const message = `The agent printed more than ${desk.around.spoolLimitBytes / 1e9} GB in one life; it was stopped.`;
  const error = stopError("spool_limit", message, "send a prompt to go on in a new run");
  await desk.commit([{ type: "error", by: byDaemon, data: error }]);
  stopRun(desk);
}

/** Nobody knows what the agent said there: it may have asked something, and would wait for the answer for ever. */
async function stopUnread(desk: Desk, attachment: Attachment, error: Fact): Promise<void> {
  // Before the commit: should the daemon end in between, the next one reads the line again.
  stopRun(desk);
  attachment.pending.facts.push(error);
  await flush(desk, attachment);
}

const mayAsk = ({ turn, task }: SessionState): boolean => turn.open !== null || countTasks(task) > 0;

/** The state as it will be once everything that was understood is committed. */
function stateAhead(desk: Desk, attachment: Attachment): SessionState {
  const { pending } = attachment;
  return addFacts(desk.draft(), pending.facts.map(storable), { ...sourceOf(desk, attachment), policy: null }).state;
}

const sourceOf = (desk: Desk, { record, driver }: Attachment) => ({
  run: record.run,
  by: { kind: "agent" as const, name: driver.id },
  session: desk.id,
});

/** Takes everything that is left in the spool: the process has ended. */
export async function takeRest(desk: Desk, attachment: Attachment): Promise<void> {
  const takeAll = async (): Promise<void> => {
    while (await readMore(desk, attachment)) await flush(desk, attachment);
  };
  await takeAll();
  const rest = attachment.splitter.rest();
  if (rest?.kind === "line") {
    attachment.pending.facts.push(cutOffLine(shortened(rest.bytes)));
    attachment.pending.outOffset = attachment.readOffset;
  } else if (rest) {
    beginLongLine(desk, attachment, { line: rest, hasEnd: false });
    await takeAll();
  }
  await flush(desk, attachment);
}

/** Takes the next chunk, or the long line that it waits for. Whether there was anything. */
async function readMore(desk: Desk, attachment: Attachment): Promise<boolean> {
  if (attachment.longLine) {
    await takeLongLine(attachment, attachment.longLine);
    return true;
  }
  if (attachment.isCut) return false;
  const chunk = await attachment.run.read(attachment.readOffset, CHUNK_BYTES);
  if (chunk === null) {
    attachment.isCut = true;
    attachment.pending.facts.push(cutError);
    return false;
  }
  attachment.readOffset += chunk.length;
  // Reading waits for nothing, and a line of a hundred chunks makes nothing to commit: others must get their turn.
  if (chunk.length === CHUNK_BYTES) await nextTurn();
  for (const line of attachment.splitter.push(chunk)) {
    if (line.kind === "oversized") {
      const awaited = beginLongLine(desk, attachment, { line, hasEnd: true });
      const goOn = (): void => {
        awaited.isTaken = true;
        wantOutput(desk, attachment);
      };
      awaited.taken.then(goOn, goOn);
      break;
    }
    readLine(attachment, { text: decodeLine(line.bytes), end: line.end });
  }
  return chunk.length > 0;
}

/** It may have asked something there, and would wait for the answer for ever. */
const cutError: Fact = {
  type: "error",
  data: stopError(
    "output_cut",
    "The file that the agent's output goes to was emptied or cut while it ran: something that it said may be lost, so it was stopped.",
    "look at what it has done, then send a prompt",
  ),
};

async function takeLongLine(attachment: Attachment, { taken, length, end }: AwaitedLine): Promise<void> {
  const slim = await taken;
  attachment.longLine = null;
  if (slim.kind === "slim") return readLine(attachment, { text: slim.line, end });
  attachment.pending.outOffset = end;
  attachment.pending.facts.push(rawLine(slim, length));
}

function readLine(attachment: Attachment, { text, end }: { text: string; end: number }): void {
  const { pending, driver } = attachment;
  pending.outOffset = end;
  try {
    const reaction = driver.read(pending.protocol, text);
    pending.protocol = reaction.state;
    pending.facts.push(...reaction.facts);
    pending.writes.push(...reaction.writes);
  } catch (error) {
    pending.facts.push(misreadLine(error, text));
    attachment.isMisread = true;
  }
}

const isText = (fact: Fact): boolean => fact.type === "agent_message" || fact.type === "agent_thought";

/** Commits what was understood so far. Must come before anything else is said to the agent. */
export async function flush(desk: Desk, attachment: Attachment): Promise<void> {
  const { pending, record } = attachment;
  if (pending.outOffset === record.outOffset && pending.facts.length === 0) return;
  const facts = joinPieces(pending.facts).map((fact) => withOwnName(desk, attachment, fact));
  const writes = pending.writes;
  pending.facts = [];
  pending.writes = [];
  const saying = { before: [], facts, writes, protocol: pending.protocol };
  await say(desk, attachment, saying).catch((error) => {
    if (!isUnstorable(error)) throw error;
    const kept = facts.map(storable);
    // Before the commit, as above.
    if (kept.some(isLostQuestion)) stopRun(desk);
    return say(desk, attachment, { ...saying, facts: kept });
  });
  // Only text makes text wait: the first words of a turn often follow right after something else.
  if (facts.some(isText)) attachment.lastTextMs = desk.around.clock.monotonicMs();
}

/** Two sessions never hold one conversation: the one that had it first keeps it; the other's agent can't be used, and goes. */
function withOwnName(desk: Desk, { driver }: Attachment, fact: Fact): Fact {
  if (fact.type !== "bound") return fact;
  const owner = desk.around.log.sessionOfNative(driver.id, fact.nativeId);
  if (owner === null || owner === desk.id) return fact;
  const message = `${driver.title} calls this conversation ${fact.nativeId}, which belongs to session ${owner}.`;
  return {
    type: "error",
    data: { code: "native_id_taken", message, hint: `go on there: skein send ${owner.slice(0, 8)}` },
  };
}

interface Saying {
  /** Events of the session's own that go before the driver's facts. */
  before: EventBody[];
  facts: readonly Fact[];
  writes: readonly string[];
  protocol: unknown;
  /** What to say when the writes can't be made whole. Without it nothing can be: the agent is stopped. */
  otherwise?: (why: string) => Saying;
}

/**
 * Commits events together with what goes to the agent, then writes it: a crash in between loses nothing and repeats nothing.
 * What was shortened for reading is made whole before it goes.
 */
export async function say(desk: Desk, attachment: Attachment, saying: Saying): Promise<void> {
  const out = outgoing(desk.around.log, saying.writes);
  if ("bytes" in out) return sayBytes(desk, attachment, { ...saying, bytes: out.bytes });
  if (saying.otherwise) return say(desk, attachment, saying.otherwise(out.why));
  const message = `The agent could not be told what it waits for: ${out.why}. It was stopped.`;
  const error: Fact = {
    type: "error",
    data: stopError("not_sent_whole", message, "send a prompt to go on in a new run"),
  };
  await sayBytes(desk, attachment, { ...saying, facts: [...saying.facts, error], bytes: Buffer.alloc(0) });
  stopRun(desk);
}

async function sayBytes(
  desk: Desk,
  attachment: Attachment,
  { bytes, ...saying }: Omit<Saying, "writes"> & { bytes: Buffer },
): Promise<void> {
  const { record, run } = attachment;
  const entry = { run: record.run, offset: record.inOffset, bytes };
  const next = {
    ...record,
    outOffset: attachment.pending.outOffset,
    inOffset: record.inOffset + bytes.length,
    protocol: saying.protocol,
  };
  const hasBytes = bytes.length > 0;
  const source = { ...sourceOf(desk, attachment), policy: desk.around.policy };
  await desk.commit(addFacts(desk.draft().add(...saying.before), saying.facts, source), {
    run: { ...next, protocol: keepMarks(next.protocol) },
    // Everything before this offset was written: this function waits for each write.
    written: { run: record.run, upTo: record.inOffset },
    ...(hasBytes ? { outbox: [entry] } : {}),
  });
  attachment.record = next;
  attachment.pending.protocol = saying.protocol;
  watchSettling(desk, attachment);
  watchOwnTurn(desk, attachment, endOwnTurn);
  if (hasBytes) await run.write(entry);
}

/** Only the driver knows whether quiet is the end of a turn of the agent's own. */
export async function endOwnTurn(desk: Desk, attachment: Attachment): Promise<void> {
  await flush(desk, attachment);
  const { driver, pending } = attachment;
  let reaction: ReturnType<typeof driver.endOwnTurn>;
  try {
    reaction = driver.endOwnTurn(pending.protocol);
  } catch {
    // A driver that fails over this fails over the agent's next line, too, and is told of there.
    return;
  }
  const { state, facts, writes } = reaction;
  if (facts.length > 0) await say(desk, attachment, { before: [], facts, writes, protocol: state });
}
