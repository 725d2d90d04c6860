// What is recorded: the list of sessions, one of them, its events as pages or as they come, and the long texts that they refer to.
import type { Event } from "../../core/index.ts";
import {
  type EventPageAnswer,
  type ListedSession,
  NDJSON,
  type OutlineAnswer,
  problem,
  type ResolveAnswer,
  type SessionDetail,
} from "../../protocol/index.ts";
import { Acknowledgements } from "../acknowledgements.ts";
import { ConnectionError } from "../connection-error.ts";
import { consumeLines, type Followed } from "../consume-lines.ts";
import { consumeRows, type FollowedRow } from "../consume-rows.ts";
import type { Cursor } from "../cursor.ts";
import { type FollowOptions, follow } from "../follow.ts";
import { linesOf } from "../lines.ts";
import { ProblemError } from "../problem-error.ts";
import type { SessionsQuery } from "../session-filter.ts";
import type { TransportResponse } from "../transport.ts";
import { pathOf } from "../wire.ts";
import { DaemonCalls } from "./daemon-calls.ts";

export interface OutlineQuery {
  readonly from?: number;
  readonly to?: number;
  /** 1,000 entries at most. */
  readonly limit?: number;
}

export class LogCalls extends DaemonCalls {
  /** What those who follow have seen of prompts that were sent. */
  protected readonly acknowledgements = new Acknowledgements();

  /** The session that a person means: a name, an id or its beginning; `@` for the directory's own; nothing for the default, which `by` tells. */
  resolve(query: { ref?: string | undefined; cwd: string }): Promise<ResolveAnswer> {
    return this.wire.get("resolve", { query });
  }

  /** Those that are listed, or archived, or both; of all workspaces, or of one (its id or an absolute path); newest activity first, unless sorted otherwise. */
  sessions(query: SessionsQuery = {}): Promise<ListedSession[]> {
    const request = { method: "GET", path: pathOf("sessions", { query }), headers: { accept: NDJSON } };
    return this.wire.ask(request, async ({ body }) => {
      const listed: ListedSession[] = [];
      for await (const lines of linesOf(body)) for (const line of lines) listed.push(JSON.parse(line) as ListedSession);
      return listed;
    });
  }

  session(session: string): Promise<SessionDetail> {
    return this.wire.get("session", { params: { session } });
  }

  /** One page of a log: what follows `after`, or the newest before `before`; in order either way. */
  events(session: string, query: { after?: number; before?: number; limit?: number }): Promise<EventPageAnswer> {
    return this.wire.get("events", { params: { session }, query });
  }

  /** The session's turns at a glance; with `from` and `to`, those of a stretch of it. */
  outline(session: string, query: OutlineQuery = {}): Promise<OutlineAnswer> {
    return this.wire.get("outline", { params: { session }, query: { ...query } });
  }

  /** The whole of a text of which an event shows the beginning, at the consumer's pace. Breaks off with an error, never silently. */
  async *blob(hash: string): AsyncGenerator<Uint8Array, void> {
    const request = { method: "GET", path: pathOf("blob", { params: { hash } }), headers: {} };
    const { body } = await this.wire.ask(request, async (response) => response);
    yield* body;
  }

  /** Everything after the cursor, and then what happens, over any number of connections. */
  follow(session: string, options: FollowOptions): AsyncGenerator<Followed, void> {
    const path = ({ after, epoch }: { after: number; epoch: string | null }): string =>
      pathOf("events", { params: { session }, query: { follow: 1, after, epoch: epoch ?? undefined } });
    const see = (item: Followed): void => {
      if (item.kind === "event") this.acknowledgements.see(session, item.event);
    };
    return follow(this.wire.connection, { path, take: consumeLines, see }, options);
  }

  /** Everything after the cursor, up to now. */
  async *log(session: string, options: FollowOptions): AsyncGenerator<{ event: Event; line: string }, void> {
    let hasBegun = false;
    for await (const item of this.follow(session, options)) {
      if (item.kind === "event") {
        hasBegun = true;
        yield item;
      } else if (item.frame.frame === "caught_up") return;
      else if (item.frame.frame === "reset") {
        // In the midst of reading it is another log that would follow.
        if (hasBegun || item.frame.reason === "epoch")
          throw new ConnectionError("lost", "The log was replaced during the read.");
        // A cursor past the end has nothing after it; one before the beginning has everything after it.
        if (item.frame.reason === "ahead") return;
      }
    }
  }

  /** The list up to now, as those are given it who follow it. */
  rows(query: SessionsQuery = {}): Promise<FollowedRow[]> {
    const request = { method: "GET", path: changesPath(query, { after: 0, epoch: null }), headers: { accept: NDJSON } };
    return this.wire.ask(request, wholeList).catch(explainOld);
  }

  /** The list from the cursor on, and then each row that changes, over any number of connections. */
  async *followRows(query: () => SessionsQuery, options: FollowOptions): AsyncGenerator<FollowedRow, void> {
    const path = (cursor: Pick<Cursor, "after" | "epoch">): string => changesPath(query(), cursor);
    try {
      yield* follow(this.wire.connection, { path, take: consumeRows }, options);
    } catch (error) {
      explainOld(error);
    }
  }
}

function changesPath({ sort: _, ...filter }: SessionsQuery, { after, epoch }: Pick<Cursor, "after" | "epoch">): string {
  return pathOf("changes", { query: { ...filter, after, epoch: epoch ?? undefined } });
}

async function wholeList({ body }: TransportResponse): Promise<FollowedRow[]> {
  const items: FollowedRow[] = [];
  let cursor: Cursor = { epoch: null, after: 0, isGreeted: false };
  for await (const lines of linesOf(body)) {
    const taken = consumeRows(cursor, lines);
    cursor = taken.cursor;
    for (const item of taken.items) {
      items.push(item);
      if (item.kind === "frame" && item.frame.frame === "caught_up") return items;
    }
    if (taken.isOver) break;
  }
  throw new ConnectionError("lost", "The connection ended in the middle of the list.");
}

function explainOld(error: unknown): never {
  if (!(error instanceof ProblemError) || error.code !== "route_not_found") throw error;
  const detail =
    "The daemon is older than this program and can't report changes to its list. Stop it with skein daemon stop; the next command starts the new one.";
  throw new ProblemError(problem("route_not_found", detail), { isOfRead: true });
}
