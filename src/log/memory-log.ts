// The log in memory, for tests: the same promises, and nothing left when the process ends.
import { randomUUID } from "node:crypto";
import { genesis, nextChain, sameChain } from "./chain.ts";
import { type EventText, eventLine } from "./event-line.ts";
import { faultOf, logClosed } from "./faults.ts";
import type {
  ListedSession,
  Log,
  OutboxEntry,
  PageSize,
  Receipt,
  SessionQuery,
  StoredEvent,
  VerifySlice,
  WorkspaceRecord,
} from "./log.ts";
import { createMemoryBlobs } from "./memory-blobs.ts";
import { nativeKey, type PreparedChange, prepareChange } from "./prepare-change.ts";

type MemoryEvent = StoredEvent & { text: EventText; chain: Uint8Array };

interface MemorySession {
  /** What it inherits; its own events come after. */
  base: { session: MemorySession; seq: number } | null;
  events: MemoryEvent[];
  row: PreparedChange["row"];
  snapshot: PreparedChange["snapshot"];
}

export function createMemoryLog(): Log {
  const sessions = new Map<string, MemorySession>();
  const receipts = new Map<string, Receipt>();
  const runs = new Map<string, NonNullable<PreparedChange["run"]>>();
  /** In the order they were written, the newest last. */
  const workspaces = new Map<string, WorkspaceRecord>();
  let outbox: OutboxEntry[] = [];
  const commits: StoredEvent[] = [];
  const blobs = createMemoryBlobs();
  let isClosed = false;

  function write(change: PreparedChange): { lastCommit: number } {
    const { session: id, row, snapshot, receipt, run, endedRun, written, workspace } = change;
    const found = sessions.get(id);
    const base = baseOf(change.base, sessions);
    const isAnswered = receipt !== null && receipts.has(receipt.command);
    const head = found ? headOf(found) : null;
    const fault = faultOf(change, { head, hasBase: base !== null, isAnswered, hasBlob: blobs.has });
    if (fault) throw fault;
    const session: MemorySession = found ?? { base, events: [], row, snapshot: null };
    let chain = (session.events.at(-1) ?? historyOf(session).at(-1))?.chain ?? genesis(id);

    for (const text of change.events) {
      const { seq, type } = text;
      chain = nextChain(chain, text);
      const event = { session: id, seq, commit: commits.length + 1, type, line: eventLine(id, text), text, chain };
      session.events.push(event);
      commits.push(event);
    }
    session.row = row;
    if (snapshot && snapshot.seq >= (session.snapshot?.seq ?? 0)) session.snapshot = snapshot;
    sessions.set(id, session);
    if (receipt) receipts.set(receipt.command, receipt);
    if (workspace) {
      workspaces.delete(workspace.id);
      workspaces.set(workspace.id, workspace);
    }
    if (run) runs.set(run.run, run);
    const isReplaced = (entry: OutboxEntry) =>
      change.outbox.some((one) => one.run === entry.run && one.offset === entry.offset);
    outbox = [...outbox.filter((entry) => !isReplaced(entry)), ...change.outbox];
    if (written)
      outbox = outbox.filter(({ run, offset, bytes }) => run !== written.run || offset + bytes.length > written.upTo);
    if (endedRun !== null) {
      runs.delete(endedRun);
      outbox = outbox.filter((entry) => entry.run !== endedRun);
    }
    blobs.write(change);
    return { lastCommit: commits.length };
  }

  function listed({ row }: MemorySession): ListedSession {
    const summary = JSON.parse(row.summary);
    return { ...summary, active: workspaces.get(row.workspace)?.activeSessionId === summary.id };
  }

  const byActivity = (): [string, MemorySession][] =>
    [...sessions].sort(
      ([a, { row: one }], [b, { row: other }]) => descending(one.lastActiveAt, other.lastActiveAt) || descending(a, b),
    );

  function list({ workspace, after, limit }: SessionQuery): ListedSession[] {
    const isLater = (id: string, { lastActiveAt }: PreparedChange["row"]): boolean =>
      !after || lastActiveAt < after.lastActiveAt || (lastActiveAt === after.lastActiveAt && id < after.id);
    return byActivity()
      .filter(([id, { row }]) => (workspace === undefined || row.workspace === workspace) && isLater(id, row))
      .slice(0, limit)
      .map(([, session]) => listed(session));
  }

  return {
    epoch: randomUUID(),
    async append(change) {
      const prepared = prepareChange(change);
      if (isClosed) throw logClosed();
      await new Promise((resolve) => setImmediate(resolve));
      return write(prepared);
    },
    lastCommit: () => commits.length,
    repair: () => {},
    condition: () => ({ kind: "writable" }),
    listen: () => () => {},
    read(query) {
      const all = historyOf(sessions.get(query.session));
      const isForward = "after" in query;
      const rest = isForward
        ? all.filter(({ seq }) => seq > query.after)
        : all.filter(({ seq }) => seq < query.before).reverse();
      const { events, more } = takePage(rest, query);
      return { events: isForward ? events : events.reverse(), firstSeq: 1, head: all.length, more };
    },
    readCommits(query) {
      const rest = commits.filter(
        ({ commit, session }) => commit > query.after && (query.sessions?.includes(session) ?? true),
      );
      const { events, more } = takePage(rest, query);
      return { events, lastCommit: more ? (events.at(-1)?.commit ?? query.after) : commits.length, more };
    },
    summary(id) {
      const session = sessions.get(id);
      return session ? listed(session) : null;
    },
    sessions: list,
    sessionIds: (query) => list({ ...query, limit: Number.POSITIVE_INFINITY }).map(({ id }) => id),
    sessionLines: (ids) =>
      ids.flatMap((id) => {
        const session = sessions.get(id);
        return session ? [JSON.stringify(listed(session))] : [];
      }),
    candidates(ref) {
      const key = ref.toLowerCase();
      return byActivity()
        .filter(([id, { row }]) => key !== "" && (row.name?.toLowerCase() === key || id.startsWith(key)))
        .map(([id, { row }]) => ({ id, name: row.name, workspaceId: row.workspace }));
    },
    names: (workspace) =>
      [...sessions.values()].flatMap(({ row }) => (row.workspace === workspace && row.name !== null ? [row.name] : [])),
    snapshot(id) {
      const snapshot = sessions.get(id)?.snapshot;
      return snapshot ? JSON.parse(snapshot.state) : null;
    },
    busySessions: () => [...sessions].filter(([, { row }]) => row.isBusy).map(([id]) => id),
    sessionOfNative: (agent, nativeId) =>
      [...sessions].find(([, { row }]) => row.nativeKey === nativeKey(agent, nativeId))?.[0] ?? null,
    blob: blobs.blob,
    openBlob: blobs.openBlob,
    collectGarbage: blobs.collectGarbage,
    receipt: (command) => copy(receipts.get(command)),
    runs: () => [...runs.values()].map((run) => ({ ...run, protocol: JSON.parse(run.protocol) })),
    outbox: (run) => outbox.filter((entry) => entry.run === run).sort((a, b) => a.offset - b.offset),
    workspace: (id) => copy(workspaces.get(id)),
    activeAnywhere: () =>
      [...workspaces.values()].findLast((one) => one.activeSessionId !== null)?.activeSessionId ?? null,
    verify(id, { after, limit } = WHOLE) {
      const events = historyOf(sessions.get(id));
      let chain = genesis(events[0]?.session ?? id);
      for (const event of events) {
        chain = nextChain(chain, event.text);
        if (event.seq > after && event.seq <= after + limit && !sameChain(chain, event.chain)) return event.seq;
        chain = event.chain;
      }
      return null;
    },
    async close() {
      isClosed = true;
    },
  };
}

const WHOLE: VerifySlice = { after: 0, limit: Number.MAX_SAFE_INTEGER };

/** Everything that a session has, from the beginning of what it inherits. */
function historyOf(session: MemorySession | undefined): MemoryEvent[] {
  const parts: MemoryEvent[][] = [];
  let upTo = Number.POSITIVE_INFINITY;
  for (let one = session; one; one = one.base?.session) {
    parts.unshift(one.events.filter(({ seq }) => seq <= upTo));
    upTo = Math.min(upTo, one.base?.seq ?? 0);
  }
  return parts.flat();
}

const headOf = ({ base, events }: MemorySession): number => (base?.seq ?? 0) + events.length;

function baseOf(base: PreparedChange["base"], sessions: ReadonlyMap<string, MemorySession>): MemorySession["base"] {
  const session = base ? sessions.get(base.session) : undefined;
  const hasEvent = session !== undefined && historyOf(session).some(({ seq }) => seq === base?.seq);
  return base && hasEvent ? { session, seq: base.seq } : null;
}

function takePage(rest: readonly StoredEvent[], { limit, maxBytes }: PageSize) {
  const events: StoredEvent[] = [];
  let bytes = 0;
  for (const { session, seq, commit, type, line } of rest.slice(0, limit)) {
    bytes += Buffer.byteLength(line);
    if (maxBytes !== undefined && events.length > 0 && bytes > maxBytes) break;
    events.push({ session, seq, commit, type, line });
  }
  return { events, more: events.length < rest.length };
}

const copy = <T extends object>(record: T | undefined): T | null => (record ? { ...record } : null);

const descending = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0);
