// Backups on request: the list of generations, each verified anew, and one more.
import type { Hono } from "hono";
import type { BackupRecord, ListedBackup, Maintenance } from "../log/index.ts";
import { type Backup, type BackupAnswer, type BackupList, routes } from "../protocol/index.ts";
import { json, Refusal } from "./answer.ts";
import type { DaemonContext } from "./context.ts";
import { readBody } from "./request.ts";

export function backupRoutes(app: Hono, { maintenance }: DaemonContext): void {
  app.get(routes.backups.path, async () => {
    const listed = await needed(maintenance).list();
    return json({ items: listed.map(ofListed) } satisfies BackupList);
  });

  app.post(routes.backup.path, async (c) => {
    await readBody(c, "backup");
    const made = await needed(maintenance).backup("request");
    return json({ backup: ofMade(made) } satisfies BackupAnswer, 201);
  });
}

function needed(maintenance: Maintenance | null): Maintenance {
  if (!maintenance) throw new Refusal("route_not_found", "This log is not one that can be backed up.");
  return maintenance;
}

function ofListed(backup: ListedBackup): Backup {
  const { name, path, at, bytes, lastCommit } = backup;
  const facts = backup.isGood
    ? { isGood: true, trouble: null, sessions: backup.sessions, events: backup.events }
    : { isGood: false, trouble: backup.trouble, sessions: null, events: null };
  return { name, path, at, bytes, lastCommit, ...facts };
}

const ofMade = ({ name, path, at, bytes, lastCommit, sessions, events }: BackupRecord): Backup => ({
  name,
  path,
  at,
  bytes,
  lastCommit,
  isGood: true,
  trouble: null,
  sessions,
  events,
});
