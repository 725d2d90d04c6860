// The writer as the store sees it: groups of jobs go in, outcomes come out. In a thread of its own in the daemon; in the same thread where
// a log is opened only for a moment, by tests and tools.

import { type Engine, type EngineOptions, openEngine } from "./engine.ts";
import type { Job, Outcome } from "./job.ts";
import type { RecoveryPaths } from "./recovery-paths.ts";
import type { Preparation, RecoveryReport } from "./repair/index.ts";

export interface Writer {
  /** One transaction. Rejects when the store failed: the outcome is unknown, and the writer is of no use any more. */
  write(jobs: readonly Job[]): Promise<Outcome[]>;
  /** Writes back what is in the WAL and lets go of the file. */
  close(): Promise<void>;
  /** Lets go of the file after a failure. */
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

/** Opens the engine; after a failure it first repairs what is damaged, and shows that the disk keeps what it is given. */
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

/** Loaded when it is needed, which is hardly ever: it folds events, and so needs most of the core. */
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
