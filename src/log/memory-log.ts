// The log in memory, for tests: the same promises, and nothing left when the process ends.
import { randomUUID } from "node:crypto";
import { genesis, nextChain, sameChain } from "./chain.ts";
import { eventLine, storedEvents } from "./event-line.ts";
import { faultOf, logClosed } from "./faults.ts";
import type {
  Head,
  Log,
  OutboxEntry,
  PageSize,
  Receipt,
  SkimmedEvent,
  StoredEvent,
  VerifySlice,
  WorkspaceRecord,
} from "./log.ts";
import { createMemoryBlobs } from "./memory-blobs.ts";
import { createMemoryLists } from "./memory-lists.ts";
import { baseOf, headOf, historyOf, type MemorySession } from "./memory-session.ts";
import { checkQuery } from "./page-query.ts";
import { type PreparedChange, prepareChange } from "./prepare-change.ts";
import { shelfNumbers } from "./shelf.ts";
import { skimPage } from "./skim-page.ts";

export function createMemoryLog(): Log {
  const sessions = new Map<string, MemorySession>();
  const receipts = new Map<string, Receipt>();
  const runs = new Map<string, NonNullable<PreparedChange["run"]>>();
  /** In the order they were written, the newest last. */
  const workspaces = new Map<string, WorkspaceRecord>();
  let outbox: OutboxEntry[] = [];
  let commits: StoredEvent[] = [];
  let lastCommit = 0;
  const blobs = createMemoryBlobs((hash) => [...runs.values()].some(({ protocol }) => protocol.includes(hash)));
  let isClosed = false;

  function write(change: PreparedChange): { lastCommit: number } {
    const { session: id, row, snapshot, receipt, run, endedRun, written, workspace } = change;
    const found = sessions.get(id);
    const base = baseOf(change.base, readable);
    const isAnswered = receipt !== null && receipts.has(receipt.command);
    const head = found ? headOf(found) : null;
    const fault = faultOf(change, {
      head,
      shelf: found?.row.shelf ?? null,
      hasBase: base !== null,
      isAnswered,
      hasBlob: blobs.has,
    });
    if (fault) throw fault;
    const session: MemorySession = found ?? { base, events: [], row, snapshot: null };
    let chain = (session.events.at(-1) ?? historyOf(session).at(-1))?.chain ?? genesis(id);

    for (const text of change.events) {
      const { seq, type } = text;
      chain = nextChain(chain, text);
      const event = { session: id, seq, commit: ++lastCommit, type, line: eventLine(id, text), text, chain };
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
    return { lastCommit };
  }

  const isSelected = (id: string, workspace: string): boolean => workspaces.get(workspace)?.activeSessionId === id;
  const isGone = (id: string | null): boolean =>
    (sessions.get(id ?? "")?.row.shelf ?? shelfNumbers.listed) >= shelfNumbers.trash;
  /** The visible sessions. */
  const readable = (id: string): MemorySession | undefined => {
    const session = sessions.get(id);
    return session?.row.shelf === shelfNumbers.purged ? undefined : session;
  };

  function mark(id: string): void {
    const session = sessions.get(id);
    const hasRun = [...runs.values()].some((run) => run.session === id);
    const { shelf } = session?.row ?? {};
    if (!session || hasRun || (shelf !== shelfNumbers.trash && shelf !== shelfNumbers.arriving)) return;
    session.row = { ...session.row, shelf: shelfNumbers.purged, name: null, nativeKey: null, isBusy: false };
    session.snapshot = null;
    for (const one of workspaces.values()) if (one.activeSessionId === id) one.activeSessionId = null;
    for (const [command, receipt] of receipts) if (receipt.session === id) receipts.delete(command);
  }

  /** Truncates purged sessions to what forks need; returns how much was removed. */
  function sweep(): { sessions: number; events: number; kept: number } {
    const swept = { sessions: 0, events: 0, kept: 0 };
    for (const [id, session] of sessions) {
      if (session.row.shelf !== shelfNumbers.purged) continue;
      const forks = [...sessions.values()].flatMap(({ base }) => (base?.session === session ? [base.seq] : []));
      const neededTo = Math.max(0, ...forks);
      const gone = new Set<StoredEvent>(session.events.filter(({ seq }) => seq > neededTo));
      session.events = session.events.filter((event) => !gone.has(event));
      commits = commits.filter((event) => !gone.has(event));
      blobs.forget(id, neededTo);
      swept.events += gone.size;
      if (forks.length > 0) swept.kept++;
      else if (sessions.delete(id)) swept.sessions++;
    }
    return swept;
  }

  return {
    epoch: randomUUID(),
    async append(change) {
      const prepared = prepareChange(change);
      if (isClosed) throw logClosed();
      await new Promise((resolve) => setImmediate(resolve));
      const { lastCommit: last } = write(prepared);
      return { lastCommit: last, stored: () => storedEvents(prepared.session, prepared.events, last) };
    },
    lastCommit: () => lastCommit,
    repair: () => {},
    condition: () => ({ kind: "writable" }),
    listen: () => () => {},
    read(query) {
      checkQuery(query);
      const all = historyOf(readable(query.session));
      const isForward = "after" in query;
      const rest = isForward
        ? all.filter(({ seq }) => seq > query.after)
        : all.filter(({ seq }) => seq < query.before).reverse();
      const { events, more } = cutPage(rest, query);
      return { events: isForward ? events : events.reverse(), firstSeq: 1, head: all.length, more };
    },
    skim(query) {
      checkQuery(query);
      const { session, after, limit, maxBytes, whole, bare } = query;
      const all = historyOf(readable(session));
      const end = Math.max(after, Math.min(after + limit, all.length));
      const passing = all.slice(after, end).flatMap(({ text: { seq, at, type, data } }): SkimmedEvent[] => {
        if (whole.includes(type)) return [{ seq, at, type, data }];
        return bare.includes(type) ? [{ seq, at, type, data: null }] : [];
      });
      return { ...skimPage(passing, { end, maxBytes }), firstSeq: 1, head: all.length };
    },
    heads: (ids) =>
      new Map(
        ids.flatMap((id): [string, Head][] => {
          const session = readable(id);
          return session ? [[id, { seq: headOf(session), commit: session.events.at(-1)?.commit ?? null }]] : [];
        }),
      ),
    readCommits(query) {
      checkQuery(query);
      const rest = commits.filter(
        ({ commit, session }) =>
          commit > query.after && (!query.sessions || (query.sessions.includes(session) && readable(session))),
      );
      const { events, more } = cutPage(rest, query);
      return { events, lastCommit: more ? (events.at(-1)?.commit ?? query.after) : lastCommit, more };
    },
    ...createMemoryLists(sessions, isSelected),
    snapshot(id) {
      const snapshot = sessions.get(id)?.snapshot;
      return snapshot ? JSON.parse(snapshot.state) : null;
    },
    blob: blobs.blob,
    openBlob: blobs.openBlob,
    collectGarbage: blobs.collectGarbage,
    receipt: (command) => copy(receipts.get(command)),
    runs: () => [...runs.values()].map((run) => ({ ...run, protocol: JSON.parse(run.protocol) })),
    outbox: (run) => outbox.filter((entry) => entry.run === run).sort((a, b) => a.offset - b.offset),
    workspace(id) {
      const found = copy(workspaces.get(id));
      return found && isGone(found.activeSessionId) ? { ...found, activeSessionId: null } : found;
    },
    activeAnywhere: () =>
      [...workspaces.values()].findLast(({ activeSessionId: id }) => id !== null && !isGone(id))?.activeSessionId ??
      null,
    async purge(ids) {
      if (isClosed) throw logClosed();
      for (const id of ids) mark(id);
      const purged = { sessions: 0, events: 0, kept: 0 };
      for (let isMore = true; isMore; ) {
        // Without the fork there is no reason to keep its base.
        const { sessions: gone, events, kept } = sweep();
        purged.sessions += gone;
        purged.events += events;
        purged.kept = kept;
        isMore = gone > 0;
      }
      return purged;
    },
    verify(id, { after, limit } = WHOLE) {
      const events = historyOf(readable(id));
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

function cutPage(rest: readonly StoredEvent[], { limit, maxBytes }: PageSize) {
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
