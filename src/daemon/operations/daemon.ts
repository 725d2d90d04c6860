// The daemon as a whole: how it is, its processes, its backups, its end.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BackupRecord, ListedBackup, Maintenance } from "../../log/index.ts";
import { type Backup, JSON_TYPE, type ProcessList, TEXT } from "../../protocol/index.ts";
import { memoryOf, readProcesses, treeOf } from "../../system/processes.ts";
import { Refusal } from "../answer.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { asText } from "../http/reply.ts";
import { serverInfo } from "../server-info.ts";

type Operations = "health" | "ready" | "server" | "openapi" | "processes" | "backups" | "backup" | "drain";

export const daemonHandlers = (context: DaemonContext): Pick<Handlers, Operations> => ({
  health: () => asText("ok", TEXT),

  ready() {
    const condition = context.log.condition();
    if (condition.kind === "fenced" || condition.kind === "lost") throw new Refusal("fenced", condition.text);
    return asText("ok", TEXT);
  },

  server: () => serverInfo(context),

  openapi: async () => asText(await readFile(OPENAPI, "utf8"), JSON_TYPE),

  /** Looked at when somebody asks, and at no other time. */
  async processes() {
    const runs = context.log.runs();
    const processes = runs.length > 0 ? await readProcesses() : [];
    const items: ProcessList["items"] = [];
    for (const { run, session } of runs) {
      const pids = treeOf(run, processes).map(({ pid }) => pid);
      items.push({ session, run, pids, bytes: await memoryOf(pids) });
    }
    return { items };
  },

  backups: async () => ({ items: (await needed(context.maintenance).list()).map(ofListed) }),

  backup: async () => ({ backup: ofMade(await needed(context.maintenance).backup("request")) }),

  drain: ({ body: { agents } }) => context.drain.begin(agents),
});

/** Made from the operations by `npm run schemas`; it travels beside the program. */
const OPENAPI = import.meta.filename.endsWith(".ts")
  ? join(import.meta.dirname, "../../../docs/openapi.json")
  : join(import.meta.dirname, "openapi.json");

function needed(maintenance: Maintenance | null): Maintenance {
  if (!maintenance) throw new Refusal("route_not_found", "This log can't be backed up.");
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
