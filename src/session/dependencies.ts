// What a session needs from outside. Ports only, so that tests run a whole daemon in one process with a clock that they move.
import type { LineRange, OffloadedLine, Registry, Run, RunSpec, TextWriter } from "../agents/index.ts";
import type { CheckpointFailure, Limits } from "../core/index.ts";
import type { Log } from "../log/index.ts";
import type { KilledTree } from "../system/processes.ts";
import type { LiveRuns } from "./live-runs.ts";
import type { Policy } from "./policy-answer.ts";
import type { Slots } from "./slots.ts";

export interface Clock {
  /** ISO 8601 UTC. */
  now(): string;
  /** Milliseconds that only go forward, for measuring. */
  monotonicMs(): number;
  /** Calls back once after the delay; returns how to cancel it. */
  after(delayMs: number, callback: () => void): () => void;
}

export interface OpenedRun {
  readonly run: string;
  readonly dir: string;
  /**
   * "new": just prepared. "heard": the log has output of it, so it was started, whatever its files say. "unheard": an earlier daemon prepared it and
   * recorded no output, so its files tell whether it was started.
   */
  readonly known: "new" | "unheard" | "heard";
}

/** Holds agent processes so that they outlive the daemon. */
export interface Keeper {
  prepare(spec: RunSpec): Promise<void>;
  /** Attaches to a run; starts its process if that has not happened yet. Safe to repeat. */
  open(run: OpenedRun): Promise<Run>;
  /** Kills every process of a run, whatever the state of its files. */
  sweep(run: string): Promise<KilledTree>;
  remove(dir: string): Promise<void>;
  /** Notes beside a run that a person has ended it, for the next daemon; durable when it resolves. */
  noteKill(dir: string): Promise<void>;
  isKillNoted(dir: string): Promise<boolean>;
  forgetKill(dir: string): Promise<void>;
  /** Pauses and continues the processes of these runs. */
  pause(runs: readonly string[]): Promise<void>;
  unpause(runs: readonly string[]): Promise<void>;
  /** Reads one long line of a run's spool in another thread, and writes its long texts to the log. */
  offloadLine(dir: string, range: LineRange, openText: () => TextWriter): Promise<OffloadedLine>;
}

export interface SessionEnvironment {
  readonly variables: Record<string, string>;
  /** Whether it was stored for the session; otherwise it is the daemon's. */
  readonly isOwn: boolean;
}

/** The files of a workspace at a moment, as a Git tree. */
export type Checkpoint =
  | { readonly tree: string; readonly left: readonly string[] }
  | { readonly tree: null; readonly why: CheckpointFailure };

export interface Checkpoints {
  /**
   * The files of a directory as they are now; null where there is nothing to keep. `kept`: for which session; otherwise only for the moment. Never
   * rejects, and takes seconds at most.
   */
  take(
    directory: string,
    kept: { readonly session: string; readonly turn: string; readonly moment: "start" | "end" } | null,
  ): Promise<Checkpoint | null>;
}

export interface SessionDependencies {
  readonly log: Log;
  readonly registry: Registry;
  readonly keeper: Keeper;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Where a run's files are. */
  readonly runDir: (run: string) => string;
  /** Where a kind of agent stores its own data. */
  readonly agentDir: (agent: string) => string;
  /** A run that has printed more than this is stopped. */
  readonly spoolLimitBytes: number;
  /** A turn without any output for this long is interrupted. */
  readonly silenceLimitMs: number;
  /** What the config allows each session. */
  readonly limits: () => Limits;
  /** How many prompts may be queued in a session of this agent. Throws while the config can't be used. */
  readonly queueLimit: (agent: string) => number;
  /** Whether a person has said that what a directory brings for agents may run. */
  readonly isTrusted: (directory: string) => boolean;
  /** How many idle sessions stay in memory. */
  readonly sessionsInMemory: () => number;
  /** When the log was recovered last; null = never. */
  readonly recoveredAt: () => string | null;
  readonly checkpoints: Checkpoints;
  readonly slots: Slots;
  readonly liveRuns: LiveRuns;
  /** Rules that answer questions of agents. */
  readonly policy: Policy;
  /** The cleaned environment of the client that created the session. Rejects if the stored one is gone. */
  readonly environmentOf: (session: string, known: { hadOwn: boolean }) => Promise<SessionEnvironment>;
  /** Reports a fault in the daemon's log; never throws. */
  readonly report: (message: string, cause: unknown) => void;
}
