// Fills a log with sessions, for a daemon that starts later.
import { openSqliteLog, type WorkspaceRecord } from "../../src/log/index.ts";
import { Writer } from "./writer.ts";

const WORKSPACES = 200;
const EVENTS_PER_CHANGE = 500;

/** Idle sessions, each after a turn. */
export async function seedSessions(path: string, count: number): Promise<void> {
  const log = openSqliteLog({ path });
  const writers = Array.from({ length: count }, (_, index) => {
    return new Writer({
      session: sessionId(index),
      workspace: placeOf(index),
      ...(index % 3 === 0 ? { name: `task-${index}` } : {}),
    });
  });
  await Promise.all(
    writers.map(async (writer, index) => {
      await log.append(writer.next(4));
      await log.append({ ...writer.rest(), workspace: workspaceOf(index) });
    }),
  );
  await log.close();
}

/** In each workspace the last session is selected. */
function workspaceOf(index: number): WorkspaceRecord {
  const { id, path } = placeOf(index);
  const at = "2026-01-01T00:00:00.000Z";
  return { id, path, repoId: null, createdAt: at, lastAttachedAt: at, activeSessionId: sessionId(index) };
}

function placeOf(index: number): { id: string; path: string } {
  const id = `project-${index % WORKSPACES}`;
  return { id, path: `/home/ada/src/${id}` };
}

const sessionId = (index: number): string => `5e551011-0000-4000-8000-${String(index).padStart(12, "0")}`;

/** One idle session with at least this many events; returns its head. */
export async function seedLongSession(
  path: string,
  { session, events, printed }: { session: string; events: number; printed?: number },
): Promise<number> {
  const log = openSqliteLog({ path });
  const writer = new Writer({ session, ...(printed === undefined ? {} : { printed }) });
  while (writer.head < events) await log.append(writer.next(EVENTS_PER_CHANGE));
  await log.append(writer.rest());
  await log.close();
  return writer.head;
}
