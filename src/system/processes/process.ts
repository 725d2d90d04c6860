// A process as far as killing and identity are concerned.

/** Set in the environment of everything that a run starts. A process is ours by this and never by its number alone. */
export const RUN_VARIABLE = "SKEIN_RUN";

/** Set in the environment of a daemon that was started from inside an agent: it is no part of that agent's life, but no person started it. */
export const WITHIN_VARIABLE = "SKEIN_WITHIN";

/** Set beside it: the home that the run is of, as `homeMark` names it. */
export const HOME_VARIABLE = "SKEIN_RUN_HOME";

/** A living process; what has ended and only waits for its parent is not listed. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  /** The pid that the session's first process has or had; where the system does not tell, its process group. */
  readonly session: number;
  /** With the pid, tells a process from a later one with the same number. Compare only. */
  readonly startedAt: string;
  /** The run that its environment names, if it can be read. */
  readonly run: string | null;
  /** The home that its environment names (`homeMark`); null when it names none, as one of an older Skein. */
  readonly home: string | null;
  /** Its environment says that it was started from inside an agent. */
  readonly within: boolean;
  /** What the system calls its controlling terminal. Compare only. */
  readonly terminal: string | null;
}

/** Whether it may be a process of this home: a copy of a home has the same runs. Null = of any. */
export const isOfHome = ({ home: named }: Pick<Process, "home">, home: string | null): boolean =>
  home === null || named === null || named === home;
