// Reads and follows lists, logs and long texts.
import type { Event } from "../core/index.ts";
import { type ListedSession, NDJSON, problem } from "../protocol/index.ts";
import { ConnectionError } from "./connection-error.ts";
import { consumeLines, type Followed } from "./consume-lines.ts";
import { consumeRows, type FollowedRow } from "./consume-rows.ts";
import type { Cursor } from "./cursor.ts";
import { type FollowOptions, follow } from "./follow.ts";
import { linesOf } from "./lines.ts";
import { ProblemError } from "./problem-error.ts";
import type { SessionsQuery } from "./session-filter.ts";
import type { TransportResponse } from "./transport.ts";
import type { Wire } from "./wire.ts";

type From = Pick<Cursor, "after" | "epoch">;

const inLines = { accept: NDJSON };

export function listSessions(wire: Wire, query: SessionsQuery): Promise<ListedSession[]> {
  return wire.ask(wire.request("sessions", { query: { ...query } }, inLines), async ({ body }) => {
    const listed: ListedSession[] = [];
    for await (const lines of linesOf(body)) for (const line of lines) listed.push(JSON.parse(line) as ListedSession);
    return listed;
  });
}

export async function* readBlob(wire: Wire, hash: string): AsyncGenerator<Uint8Array, void> {
  const { body } = await wire.ask(wire.request("blob", { params: { hash } }), async (response) => response);
  yield* body;
}

export function followSession(
  wire: Wire,
  session: string,
  { see, ...options }: FollowOptions & { readonly see: (event: Event) => void },
): AsyncGenerator<Followed, void> {
  const path = ({ after, epoch }: From): string =>
    wire.request("events", { params: { session }, query: { follow: 1, after, epoch: epoch ?? undefined } }).path;
  const seeItem = (item: Followed): void => {
    if (item.kind === "event") see(item.event);
  };
  return follow(wire.connection, { path, take: consumeLines, see: seeItem }, options);
}

/** Of a followed stream, everything up to now. */
export async function* upToNow(
  followed: AsyncIterable<Followed>,
): AsyncGenerator<Extract<Followed, { kind: "event" }>, void> {
  let hasBegun = false;
  for await (const item of followed) {
    if (item.kind === "event") {
      hasBegun = true;
      yield item;
    } else if (item.frame.frame === "caught_up") return;
    else if (item.frame.frame === "reset") {
      // During the read the log was replaced: what follows is another one.
      if (hasBegun || item.frame.reason === "epoch")
        throw new ConnectionError("lost", "The log was replaced during the read.");
      // A cursor past the end has nothing after it; one before the beginning has everything after it.
      if (item.frame.reason === "ahead") return;
    }
  }
}

export const readRows = (wire: Wire, query: SessionsQuery): Promise<FollowedRow[]> =>
  wire.ask(changes(wire, query, { after: 0, epoch: null }), wholeList).catch(explainOld);

export async function* followRows(
  wire: Wire,
  query: () => SessionsQuery,
  options: FollowOptions,
): AsyncGenerator<FollowedRow, void> {
  const path = (cursor: From): string => changes(wire, query(), cursor).path;
  try {
    yield* follow(wire.connection, { path, take: consumeRows }, options);
  } catch (error) {
    explainOld(error);
  }
}

function changes(
  wire: Wire,
  { sort: _, ...filter }: SessionsQuery,
  { after, epoch }: From,
): ReturnType<Wire["request"]> {
  return wire.request("changes", { query: { ...filter, after, epoch: epoch ?? undefined } }, inLines);
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
