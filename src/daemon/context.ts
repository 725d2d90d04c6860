// What every handler works with.

import type { Registry } from "../agents/index.ts";
import type { Limits } from "../core/index.ts";
import type { Config, Paths } from "../home/index.ts";
import type { Log, Maintenance } from "../log/index.ts";
import type { DrainAnswer } from "../protocol/index.ts";
import type { Clock, Sessions } from "../session/index.ts";
import type { Checkpoints } from "../workspace/index.ts";
import type { Notifier } from "./attention/notifier.ts";
import type { DaemonPolicy } from "./config/policy.ts";
import type { Confirmations } from "./gate/confirmations.ts";
import type { ElapsedTime } from "./jobs/elapsed-time.ts";
import type { Journal } from "./journal.ts";
import type { Environments } from "./runs/environments.ts";
import type { Streams } from "./streams/streams.ts";
import type { WebServer } from "./web/web-server.ts";

export interface DaemonContext {
  readonly paths: Paths;
  readonly log: Log;
  readonly sessions: Sessions;
  readonly registry: Registry;
  readonly clock: Clock;
  /** Used before anything irreversible. */
  readonly elapsedTime: ElapsedTime;
  readonly environments: Environments;
  readonly checkpoints: Checkpoints;
  readonly streams: Streams;
  readonly journal: Journal;
  readonly startedAt: string;
  /** The current config.toml: an edit applies from the next command on. */
  readonly config: () => Config;
  /** Keys that are read only at the daemon's start and have been edited since. */
  readonly pendingKeys: () => string[];
  /** The limits of each session. */
  readonly limits: () => Limits;
  readonly policy: DaemonPolicy;
  readonly attention: Notifier;
  readonly confirmations: Confirmations;
  readonly web: WebServer;
  readonly drain: Drain;
  /** The log came from elsewhere or was recovered since this daemon started: sessions may be missing from it. */
  readonly mayLackSessions: () => boolean;
  /** When the log was last found to be one that may lack sessions of this home: older files may belong to such a session. */
  readonly lackedSessionsAt: () => string | null;
  /** Null for a log that can't be backed up. */
  readonly maintenance: Maintenance | null;
}

export interface Drain {
  /** Once set, commands are refused, because the daemon is shutting down. */
  readonly isDraining: boolean;
  /**
   * Shuts the daemon down. `agents`: whether their processes keep running; by default they are stopped only if none has a turn or a background
   * task.
   */
  begin(agents: "keep" | "stop" | undefined): Promise<DrainAnswer>;
}
