// A process, as needed to identify and end it.

/** Set in the environment of everything that a run starts. A process is identified by this marker, never by its pid alone. */
export const RUN_VARIABLE = "SKEIN_RUN";

/** Set in the environment of a daemon that was started from inside an agent: it is not part of that run, but no person started it. */
export const WITHIN_VARIABLE = "SKEIN_WITHIN";

/** Set beside `SKEIN_RUN`: the run's home, as `homeMark` names it. */
export const HOME_VARIABLE = "SKEIN_RUN_HOME";

/** A living process; zombies are not included. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  /** The pid of the session's first process, which may have ended; the process group if the system does not tell. */
  readonly session: number;
  /** Distinguishes it from a later process with the same pid. Compare only. */
  readonly startedAt: string;
  /** The run that its environment names, if it can be read. */
  readonly run: string | null;
  /** The home that its environment names (`homeMark`); null if it names none, as for an older Skein. */
  readonly home: string | null;
  /** Its environment says that it was started from inside an agent. */
  readonly within: boolean;
  /** The system's name of its controlling terminal. Compare only. */
  readonly terminal: string | null;
}

/** Whether it may belong to this home: a copy of a home has the same runs. Null = any home. */
export const isOfHome = ({ home: named }: Pick<Process, "home">, home: string | null): boolean =>
  home === null || named === null || named === home;
