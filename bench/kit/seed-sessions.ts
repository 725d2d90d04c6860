// Fills a log with sessions for a daemon to find.
import { openSqliteLog } from "../../src/log/index.ts";
import { Writer } from "./writer.ts";

const WORKSPACES = 200;
const EVENTS_PER_CHANGE = 500;

/** Sessions at rest, each after a turn. */
export async function seedSessions(path: string, count: number): Promise<void> {
  const log = openSqliteLog({ path });
  const writers = Array.from({ length: count }, (_, index) => {
    const place = `project-${index % WORKSPACES}`;
    const workspace = { id: place, path: `/home/ada/src/${place}` };
    const session = `5e551011-0000-4000-8000-${String(index).padStart(12, "0")}`;
    return new Writer({ session, workspace, ...(index % 3 === 0 ? { name: `task-${index}` } : {}) });
  });
  await Promise.all(
    writers.map(async (writer) => {
      await log.append(writer.next(4));
      await log.append(writer.rest());
    }),
  );
  await log.close();
}

/** One session at rest with at least so many events; answers with its head. */
export async function seedLongSession(
  path: string,
  { session, events }: { session: string; events: number },
): Promise<number> {
  const log = openSqliteLog({ path });
  const writer = new Writer({ session });
  while (writer.head < events) await log.append(writer.next(EVENTS_PER_CHANGE));
  await log.append(writer.rest());
  await log.close();
  return writer.head;
}
