// What every handler works with.

import type { Registry } from "../agents/index.ts";
import type { Limits } from "../core/index.ts";
import type { Config, Paths } from "../home/index.ts";
import type { Log, Maintenance } from "../log/index.ts";
import type { DrainAnswer } from "../protocol/index.ts";
import type { Clock, Sessions } from "../session/index.ts";
import type { Notifier } from "./attention/notifier.ts";
import type { DaemonPolicy } from "./config/policy.ts";
import type { Confirmations } from "./gate/confirmations.ts";
import type { ElapsedTime } from "./jobs/elapsed-time.ts";
import type { Journal } from "./journal.ts";
import type { Environments } from "./runs/environments.ts";
import type { Streams } from "./streams/streams.ts";
import type { WebDoor } from "./web/web-door.ts";

export interface DaemonContext {
  readonly paths: Paths;
  readonly log: Log;
  readonly sessions: Sessions;
  readonly registry: Registry;
  readonly clock: Clock;
  /** For what can't be taken back. */
  readonly elapsedTime: ElapsedTime;
  readonly environments: Environments;
  readonly streams: Streams;
  readonly journal: Journal;
  readonly startedAt: string;
  /** As config.toml is now: a person's edit counts from the next command on. */
  readonly config: () => Config;
  /** Keys of it that were read when this daemon started, and say something else now. */
  readonly pendingKeys: () => string[];
  /** What the config allows each session. */
  readonly limits: () => Limits;
  readonly policy: DaemonPolicy;
  readonly attention: Notifier;
  readonly confirmations: Confirmations;
  readonly web: WebDoor;
  readonly drain: Drain;
  /** The log came from elsewhere, or was recovered, since this daemon began: there may be sessions that it does not know. */
  readonly mayLackSessions: () => boolean;
  /** When a log that may lack sessions of this home was last found here: what is older may be of such a session. */
  readonly lackedSessionsAt: () => string | null;
  /** Null where the log is not one that can be backed up. */
  readonly maintenance: Maintenance | null;
}

export interface Drain {
  /** Once set, commands are refused: the daemon is on its way out. */
  readonly isDraining: boolean;
  /** Ends the daemon. Agents go on unless they are to be stopped; by default they are when no turn is running. */
  begin(agents: "keep" | "stop" | undefined): Promise<DrainAnswer>;
}
