// From the agent's spool into the log, exactly once: events, spool offset, driver state and replies commit together.
// The first piece of text is committed at once; later pieces are joined for at most 20 ms, so that a turn is tens of events per second.
import { setImmediate as nextTurn } from "node:timers/promises";
import { decodeLine, type Fact, joinPieces, persistPlaceholders } from "../../agents/index.ts";
import { byteSize, countTasks, type EventBody, type SessionState, stopError } from "../../core/index.ts";
import { type AttachedRun, type AwaitedLine, byDaemon, postLater, type SessionContext } from "../session-context.ts";
import { misreadError, misreadLine } from "./driver-fault.ts";
import { addFacts } from "./facts-to-events.ts";
import { beginLongLine, cutOffLine, isUnreadable, rawLine, shortened, unreadError } from "./long-line.ts";
import { outgoing } from "./outgoing.ts";
import { isLostQuestion, isUnserializable, serializable } from "./serializable.ts";
import { stopAttachedRun } from "./stop-run.ts";
import { watchOwnTurn } from "./watch-own-turn.ts";
import { watchSettling } from "./watch-settling.ts";

const CHUNK_BYTES = 256 * 1024;
const JOIN_MS = 20;

/** Queues a read of the spool in the mailbox; repeated requests are merged. */
export function requestOutput(context: SessionContext, attachedRun: AttachedRun): void {
  if (attachedRun.isReadWanted) return;
  attachedRun.isReadWanted = true;
  context.post(async (later) => {
    attachedRun.isReadWanted = false;
    if (later.attachedRun === attachedRun) await consumeOutput(later, attachedRun);
  });
}

/** One chunk at a time, so that commands get through while an agent floods. */
async function consumeOutput(context: SessionContext, attachedRun: AttachedRun): Promise<void> {
  // The mailbox is free until the line is ready; then this is called again.
  if (attachedRun.longLine && !attachedRun.longLine.isTaken) return;
  const { longLine } = attachedRun;
  const hasMore = await readMore(context, attachedRun);
  if (hasMore) {
    attachedRun.lastHeardMs = context.deps.clock.monotonicMs();
    if (!attachedRun.longLine) requestOutput(context, attachedRun);
  }
  if (attachedRun.isCut) {
    // Before the commit: if the daemon dies in between, the next one finds the same.
    stopAttachedRun(context);
    return flush(context, attachedRun);
  }
  if (longLine && mayAsk(context.state) && (await isUnreadable(longLine)))
    return stopUnread(context, attachedRun, unreadError(longLine));
  const { isMisread } = attachedRun;
  attachedRun.isMisread = false;
  if (isMisread && !attachedRun.stopped && mayAsk(stateAhead(context, attachedRun)))
    return stopUnread(context, attachedRun, misreadError(attachedRun.driver));
  if (attachedRun.readOffset > context.deps.spoolLimitBytes && !attachedRun.stopped)
    return stopFlood(context, attachedRun);
  const waitMs = attachedRun.lastTextMs + JOIN_MS - context.deps.clock.monotonicMs();
  if (waitMs <= 0 || attachedRun.pending.writes.length > 0 || !attachedRun.pending.facts.every(isText)) {
    await flush(context, attachedRun);
  } else if (!attachedRun.isFlushTimed && attachedRun.pending.outOffset > attachedRun.record.outOffset) {
    attachedRun.isFlushTimed = true;
    postLater(context, attachedRun, waitMs, async (later) => {
      attachedRun.isFlushTimed = false;
      await flush(later, attachedRun);
    });
  }
}

async function stopFlood(context: SessionContext, attachedRun: AttachedRun): Promise<void> {
  await flush(context, attachedRun);
  const message = `The agent printed more than ${byteSize(context.deps.spoolLimitBytes)} in one run, so it was stopped.`;
  const error = stopError("spool_limit", message, "send a prompt to continue in a new run");
  await context.commit([{ type: "error", by: byDaemon, data: error }]);
  stopAttachedRun(context);
}

/** The agent's lost output is unknown: it may have asked something and would wait forever. */
async function stopUnread(context: SessionContext, attachedRun: AttachedRun, error: Fact): Promise<void> {
  // Before the commit: if the daemon dies in between, the next one reads the line again.
  stopAttachedRun(context);
  attachedRun.pending.facts.push(error);
  await flush(context, attachedRun);
}

const mayAsk = ({ turn, task }: SessionState): boolean => turn.open !== null || countTasks(task) > 0;

/** The state after everything parsed so far is committed. */
function stateAhead(context: SessionContext, attachedRun: AttachedRun): SessionState {
  const { pending } = attachedRun;
  return addFacts(context.draft(), pending.facts.map(serializable), { ...sourceOf(context, attachedRun), policy: null })
    .state;
}

const sourceOf = (context: SessionContext, { record, driver }: AttachedRun) => ({
  run: record.run,
  by: { kind: "agent" as const, name: driver.id },
  session: context.id,
});

/** Reads the rest of the spool: the process has ended. */
export async function consumeRest(context: SessionContext, attachedRun: AttachedRun): Promise<void> {
  const consumeAll = async (): Promise<void> => {
    while (await readMore(context, attachedRun, { isOver: true })) await flush(context, attachedRun);
  };
  await consumeAll();
  const rest = attachedRun.splitter.rest();
  if (rest?.kind === "line") {
    attachedRun.pending.facts.push(cutOffLine(shortened(rest.bytes)));
    attachedRun.pending.outOffset = attachedRun.readOffset;
  } else if (rest) {
    beginLongLine(context, attachedRun, { line: rest, hasEnd: false });
    await consumeAll();
  }
  await flush(context, attachedRun);
}

/** Reads the next chunk, or the long line that it waits for. Returns whether there was anything. */
async function readMore(
  context: SessionContext,
  attachedRun: AttachedRun,
  { isOver = false }: { isOver?: boolean } = {},
): Promise<boolean> {
  if (attachedRun.longLine) {
    await consumeLongLine(attachedRun, attachedRun.longLine);
    return true;
  }
  if (attachedRun.isCut) return false;
  const chunk = await attachedRun.run.read(attachedRun.readOffset, CHUNK_BYTES);
  if (chunk === null) {
    attachedRun.isCut = true;
    // Of a process that is gone and had nothing to do nothing is missing: after a power cut its file is shorter than the log.
    if (!isOver) attachedRun.pending.facts.push(cutError(", so the agent was stopped"));
    else if (mayAsk(stateAhead(context, attachedRun))) attachedRun.pending.facts.push(cutError(""));
    return false;
  }
  attachedRun.readOffset += chunk.length;
  // Reading never waits, and a line of a hundred chunks commits nothing: yield to others.
  if (chunk.length === CHUNK_BYTES) await nextTurn();
  for (const line of attachedRun.splitter.push(chunk)) {
    if (line.kind === "oversized") {
      const awaited = beginLongLine(context, attachedRun, { line, hasEnd: true });
      const goOn = (): void => {
        awaited.isTaken = true;
        requestOutput(context, attachedRun);
      };
      awaited.taken.then(goOn, goOn);
      break;
    }
    readLine(attachedRun, { text: decodeLine(line.bytes), end: line.end });
  }
  return chunk.length > 0;
}

/** The agent may have asked something and would wait forever. */
const cutError = (consequence: string): Fact => ({
  type: "error",
  data: stopError(
    "output_cut",
    `The file with the agent's output was emptied or cut. Some output may be lost${consequence}.`,
    "check what it did, then send a prompt",
  ),
});

async function consumeLongLine(attachedRun: AttachedRun, { taken, length, end }: AwaitedLine): Promise<void> {
  const offloaded = await taken;
  attachedRun.longLine = null;
  if (offloaded.kind === "offloaded") return readLine(attachedRun, { text: offloaded.line, end });
  attachedRun.pending.outOffset = end;
  attachedRun.pending.facts.push(rawLine(offloaded, length));
}

function readLine(attachedRun: AttachedRun, { text, end }: { text: string; end: number }): void {
  const { pending, driver } = attachedRun;
  pending.outOffset = end;
  try {
    const reaction = driver.read(pending.protocol, text);
    pending.protocol = reaction.state;
    pending.facts.push(...reaction.facts);
    pending.writes.push(...reaction.writes);
  } catch (error) {
    pending.facts.push(misreadLine(error, text));
    attachedRun.isMisread = true;
  }
}

const isText = (fact: Fact): boolean => fact.type === "agent_message" || fact.type === "agent_thought";

/** Commits what was parsed so far. Must come before anything else is sent to the agent. */
export async function flush(context: SessionContext, attachedRun: AttachedRun): Promise<void> {
  const { pending, record } = attachedRun;
  if (pending.outOffset === record.outOffset && pending.facts.length === 0) return;
  const facts = joinPieces(pending.facts).map((fact) => withOwnName(context, attachedRun, fact));
  const writes = pending.writes;
  pending.facts = [];
  pending.writes = [];
  const exchange = { before: [], facts, writes, protocol: pending.protocol };
  await commitAndSend(context, attachedRun, exchange).catch((error) => {
    if (!isUnserializable(error)) throw error;
    const kept = facts.map(serializable);
    // Before the commit, as above.
    if (kept.some(isLostQuestion)) stopAttachedRun(context);
    return commitAndSend(context, attachedRun, { ...exchange, facts: kept });
  });
  // Only earlier text delays text: the first text of a turn often follows right after something else.
  if (facts.some(isText)) attachedRun.lastTextMs = context.deps.clock.monotonicMs();
}

/** Two sessions never hold one conversation: the first one keeps it; the other's agent is ended. */
function withOwnName(context: SessionContext, { driver }: AttachedRun, fact: Fact): Fact {
  if (fact.type !== "bound") return fact;
  const owner = context.deps.log.sessionOfNative(driver.id, fact.nativeId);
  if (owner === null || owner === context.id) return fact;
  const message = `${driver.title} calls this conversation ${fact.nativeId}, which belongs to session ${owner}.`;
  return {
    type: "error",
    data: { code: "native_id_taken", message, hint: `continue there: skein send ${owner.slice(0, 8)}` },
  };
}

interface Exchange {
  /** The session's own events, before the driver's facts. */
  before: EventBody[];
  facts: readonly Fact[];
  writes: readonly string[];
  protocol: unknown;
  /** What to send instead if the writes can't be made whole. Without it the agent is stopped. */
  otherwise?: (why: string) => Exchange;
}

/**
 * Commits events together with the input for the agent, then writes that input: a crash in between loses nothing and repeats nothing.
 * Shortened texts are made whole before they are sent.
 */
export async function commitAndSend(
  context: SessionContext,
  attachedRun: AttachedRun,
  exchange: Exchange,
): Promise<void> {
  const out = outgoing(context.deps.log, exchange.writes);
  if ("bytes" in out) return commitAndSendBytes(context, attachedRun, { ...exchange, bytes: out.bytes });
  if (exchange.otherwise) return commitAndSend(context, attachedRun, exchange.otherwise(out.why));
  const message = `Skein could not answer the agent: ${out.why}. The agent was stopped.`;
  const error: Fact = {
    type: "error",
    data: stopError("not_sent_whole", message, "send a prompt to continue in a new run"),
  };
  await commitAndSendBytes(context, attachedRun, {
    ...exchange,
    facts: [...exchange.facts, error],
    bytes: Buffer.alloc(0),
  });
  stopAttachedRun(context);
}

async function commitAndSendBytes(
  context: SessionContext,
  attachedRun: AttachedRun,
  { bytes, ...exchange }: Omit<Exchange, "writes"> & { bytes: Buffer },
): Promise<void> {
  const { record, run } = attachedRun;
  const entry = { run: record.run, offset: record.inOffset, bytes };
  const next = {
    ...record,
    outOffset: attachedRun.pending.outOffset,
    inOffset: record.inOffset + bytes.length,
    protocol: exchange.protocol,
  };
  const hasBytes = bytes.length > 0;
  const source = { ...sourceOf(context, attachedRun), policy: context.deps.policy };
  await context.commit(addFacts(context.draft().add(...exchange.before), exchange.facts, source), {
    run: { ...next, protocol: persistPlaceholders(next.protocol) },
    // Everything before this offset was written: this function waits for each write.
    written: { run: record.run, upTo: record.inOffset },
    ...(hasBytes ? { outbox: [entry] } : {}),
  });
  attachedRun.record = next;
  attachedRun.pending.protocol = exchange.protocol;
  watchSettling(context, attachedRun);
  watchOwnTurn(context, attachedRun, endOwnTurn);
  if (hasBytes) await run.write(entry);
}

/** Only the driver knows whether silence ends a turn of the agent's own. */
export async function endOwnTurn(context: SessionContext, attachedRun: AttachedRun): Promise<void> {
  await flush(context, attachedRun);
  const { driver, pending } = attachedRun;
  let reaction: ReturnType<typeof driver.endOwnTurn>;
  try {
    reaction = driver.endOwnTurn(pending.protocol);
  } catch {
    // A driver that throws here also throws on the agent's next line, and is reported there.
    return;
  }
  const { state, facts, writes } = reaction;
  if (facts.length > 0) await commitAndSend(context, attachedRun, { before: [], facts, writes, protocol: state });
}
