// Logs to damage, each as the files of a home: as a daemon left them that ended, and as one left them that was killed.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { shelfNumbers } from "../../../../src/log/shelf.ts";
import { makeBackup } from "../../../../src/log/sqlite/backup/make-backup.ts";
import { branch } from "../fork-scene.ts";
import { append, idOf, NOW, Scene } from "../scene.ts";

export type Files = ReadonlyMap<string, Buffer>;

export interface LogFiles {
  name: string;
  /** By their path in the home. */
  files: Files;
  /** The same home earlier. */
  older: Files;
}

function filesIn(directory: string): Files {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return new Map(
    names
      .filter((name) => statSync(join(directory, name)).isFile() && !name.endsWith("-shm"))
      .map((name) => [name, readFileSync(join(directory, name))]),
  );
}

export function writeFiles(directory: string, files: Files): void {
  rmSync(directory, { recursive: true, force: true });
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), bytes);
  }
}

const withoutBackups = (files: Files): Files => new Map([...files].filter(([name]) => !name.startsWith("backups/")));

/** Each with a backup from halfway, and without. */
export async function makeLogs(): Promise<LogFiles[]> {
  const logs = [await ended(), await killed(), await forked(), await purged()];
  return logs.flatMap((log) => [
    { ...log, name: `${log.name}, with a backup` },
    { name: log.name, files: withoutBackups(log.files), older: withoutBackups(log.older) },
  ]);
}

const textLength = (seq: number): number => (seq % 40 === 0 ? 9_000 : (seq * 37) % 400);

/** Environments are kept for some sessions. */
function rememberSessions(scene: Scene, sessions: readonly number[]): void {
  const { environments = "" } = scene.places;
  mkdirSync(environments, { recursive: true });
  for (const n of sessions) writeFileSync(join(environments, `${idOf(n)}.json`), "{}");
}

function halfway(scene: Scene): Files {
  scene.start();
  makeBackup(scene.places, { now: NOW, reason: "request" });
  return filesIn(scene.directory);
}

async function ended(): Promise<LogFiles> {
  const scene = new Scene();
  await scene.fill({ sessions: 3, events: 80, textLength });
  const older = halfway(scene);
  await scene.fill({ sessions: 3, from: 81, events: 200, textLength });
  scene.start();
  return { name: "an ended daemon's log", files: filesIn(scene.directory), older };
}

/** Its write-ahead log begins anew halfway, so that frames of before lie behind the new ones. */
async function killed(): Promise<LogFiles> {
  const scene = new Scene();
  await scene.fill({ sessions: 4, events: 40, textLength });
  rememberSessions(scene, [0, 1]);
  scene.start();
  let older: Files = new Map();
  await scene.abandon(async (log) => {
    await append(log, { sessions: 4, from: 41, events: 80, textLength });
    makeBackup(scene.places, { now: NOW, reason: "request" });
    older = filesIn(scene.directory);
    const other = new DatabaseSync(scene.path);
    other.exec("PRAGMA wal_checkpoint(RESTART)");
    other.close();
    await append(log, { sessions: 4, from: 81, events: 100, group: 5, textLength });
  });
  return { name: "a killed daemon's log", files: filesIn(scene.directory), older };
}

async function forked(): Promise<LogFiles> {
  const scene = new Scene();
  await scene.fill({ sessions: 3, events: 60, textLength });
  await branch(scene, [{ n: 4, of: 0, at: 30, events: 20 }]);
  rememberSessions(scene, [1, 4]);
  const older = halfway(scene);
  await branch(scene, [
    { n: 5, of: 4, at: 45, events: 20 },
    { n: 6, of: 1, at: 60, events: 30 },
    { n: 7, of: 5, at: 20, events: 10 },
  ]);
  scene.start();
  return { name: "a log with forks", files: filesIn(scene.directory), older };
}

/** With pages that are free. */
async function purged(): Promise<LogFiles> {
  const scene = new Scene();
  await scene.fill({ sessions: 4, events: 60, textLength });
  const older = halfway(scene);
  scene.exec(`UPDATE sessions SET shelf = ${shelfNumbers.trash} WHERE id = '${idOf(2)}'`);
  const log = scene.open();
  await log.purge([idOf(2)]);
  await log.close();
  scene.exec("CREATE TABLE other AS SELECT * FROM events; DROP TABLE other");
  scene.start();
  return { name: "a log from which a session was removed", files: filesIn(scene.directory), older };
}
