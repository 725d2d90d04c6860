// The writer as the store uses it: groups of jobs go in, outcomes come out. The daemon runs it in a separate thread; tests and tools, which open
// a log only briefly, in the same one.

import { type Engine, type EngineOptions, openEngine } from "./engine.ts";
import type { Job, Outcome } from "./job.ts";
import type { RecoveryPaths } from "./recovery-paths.ts";
import type { Preparation, RecoveryReport } from "./repair/index.ts";

export interface Writer {
  /** Writes the group in one transaction. Rejects if the store failed: then the outcome is unknown, and the writer must not be used again. */
  write(jobs: readonly Job[]): Promise<Outcome[]>;
  /** Writes the WAL back into the database and closes the file. */
  close(): Promise<void>;
  /** Closes the file after a failure. */
  abandon(): Promise<void>;
}

export interface WriterOptions extends EngineOptions {
  places: RecoveryPaths;
  /** Set when the database is opened again after a failure. */
  after: Preparation | null;
}

export interface OpenedWriter {
  writer: Writer;
  lastCommit: number;
  report: RecoveryReport | null;
}

export type OpenWriter = (options: WriterOptions) => Promise<OpenedWriter>;

/** Opens the engine. After a failure it first repairs damage, and then verifies that the disk accepts a commit. */
export async function startEngine({ places, after, ...options }: WriterOptions): Promise<{
  engine: Engine;
  report: RecoveryReport | null;
}> {
  const report = after?.isDamaged ? await repair(places, after) : null;
  const engine = openEngine(options);
  if (!after) return { engine, report };
  try {
    engine.settle();
    return { engine, report };
  } catch (fault) {
    engine.abandon();
    throw fault;
  }
}

/** Loads repair only when it is needed, which is rare: it folds events, and so needs most of the core. */
async function repair(places: RecoveryPaths, how: Preparation): Promise<RecoveryReport | null> {
  const { prepareDatabase } = await import("./repair/index.ts");
  return prepareDatabase(places, how);
}

export const openInlineWriter: OpenWriter = async (options) => {
  const { engine, report } = await startEngine(options);
  return {
    writer: {
      write: async (jobs) => engine.write(jobs),
      close: async () => engine.close(),
      abandon: async () => engine.abandon(),
    },
    lastCommit: engine.lastCommit,
    report,
  };
};
