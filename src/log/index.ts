// The durable log of events: the port, the log on SQLite, and one in memory for tests.
export { eventLine, eventText } from "./event-line.ts";
export type {
  Change,
  EventPage,
  ListedSession,
  Log,
  OutboxEntry,
  ReadQuery,
  Receipt,
  RunRecord,
  SessionQuery,
  StoredEvent,
  WorkspaceRecord,
} from "./log.ts";
export { createMemoryLog } from "./memory-log.ts";
export { acquireDaemonLock, type Lock } from "./sqlite/daemon-lock.ts";
export { openSqliteLog } from "./sqlite/open.ts";
