// The durable log of events: the port, the log on SQLite, and one in memory for tests.
export { type Condition, isStorageFault, type Reopened } from "./condition.ts";
export { type EventText, eventLine, eventText, parseEventLine } from "./event-line.ts";
export { isReceiptConflict } from "./faults.ts";
export type {
  BlobWriter,
  Change,
  EventPage,
  Head,
  ListedSession,
  Log,
  OutboxEntry,
  Purged,
  ReadQuery,
  Receipt,
  RunRecord,
  SessionFilter,
  SessionQuery,
  SkimmedEvent,
  StoredBlob,
  StoredEvent,
  WorkspaceRecord,
} from "./log.ts";
export { createMemoryLog } from "./memory-log.ts";
export type { ListedBackup } from "./sqlite/backup/list-backups.ts";
export { type Maintenance, startMaintenance } from "./sqlite/backup/maintenance.ts";
export type { BackupRecord } from "./sqlite/backup/make-backup.ts";
export { acquireDaemonLock, type Lock } from "./sqlite/daemon-lock.ts";
export { type FileIdentity, identityInDirectory, identityOf } from "./sqlite/guard.ts";
export { openSqliteLog } from "./sqlite/open.ts";
export type { RecoveryPaths } from "./sqlite/recovery-paths.ts";
export {
  describeRecovery,
  type Findings,
  inspectDatabase,
  prepareDatabase,
  type RecoveryReport,
  readReports,
  sizeOfIncidents,
} from "./sqlite/repair/index.ts";
export { isDiskTrouble, storageFailed } from "./sqlite/storage-failed.ts";
export { readWitness, type Testimony } from "./sqlite/witness.ts";
export { findBreak, sessionPages, walkCommits, walkEvents, walkSessions } from "./walk.ts";
