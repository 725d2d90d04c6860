// A filter for lists of sessions: the query for the daemon, and a predicate for its rows. Pure.
import type { ListOrder, SessionOrder } from "../core/index.ts";
import type { ListedSession } from "../protocol/index.ts";

/** The list's query on the wire. */
export type SessionsQuery = {
  readonly workspace?: string | undefined;
  readonly shelf?: "listed" | "archived" | "all" | undefined;
  /** Several separated by commas, as with agent. */
  readonly status?: string | undefined;
  readonly agent?: string | undefined;
  /** An ISO time: sessions with user activity since then. */
  readonly since?: string | undefined;
  readonly sort?: SessionOrder | undefined;
};

type Row = Pick<ListedSession, "status" | "reason">;

interface StatusMeaning {
  readonly word: ListedSession["status"];
  /** Which rows with this status match. */
  readonly fits: (row: Row) => boolean;
}

const isDone = ({ reason }: Row): boolean => reason.code === "finished";
const means = (word: ListedSession["status"], fits: StatusMeaning["fits"] = () => true): StatusMeaning => ({
  word,
  fits,
});

/** The statuses of the wire, and those that people see in lists. */
const statuses = {
  starting: means("starting"),
  running: means("running"),
  waiting: means("waiting"),
  "needs-you": means("waiting", (row) => !isDone(row)),
  done: means("waiting", isDone),
  idle: means("idle"),
  background: means("idle", ({ reason }) => reason.code === "background"),
  held: means("idle", ({ reason }) => reason.code === "paused" || reason.code === "held"),
  scheduled: means("idle", ({ reason }) => reason.code === "scheduled"),
  stopped: means("stopped"),
  error: means("error"),
  failed: means("error"),
  archived: means("archived"),
} as const satisfies Readonly<Record<string, StatusMeaning>>;

export type StatusName = keyof typeof statuses;

export const statusNames = Object.keys(statuses) as readonly StatusName[];

export const isStatusName = (word: string): word is StatusName => Object.hasOwn(statuses, word);

export interface SessionFilter {
  /**
   * Only these statuses; besides the words of `status` also `needs-you`, `done`, `background`, `held`, `scheduled` and `failed`, as people see them
   * in lists.
   */
  readonly status?: StatusName | readonly StatusName[] | undefined;
  /** Only these agents. */
  readonly agent?: string | readonly string[] | undefined;
  /** Only this workspace: its id or an absolute path. */
  readonly workspace?: string | undefined;
  /** Only sessions with user activity since then: an ISO time, or an age such as `12h`, `2d` or `8w`, relative to each read. */
  readonly since?: string | undefined;
  /** Default: without archived ones, unless `status` includes `archived`. */
  readonly archived?: "also" | "only" | undefined;
  /**
   * Default: `active`, the newest activity first; or `created`, the newest first; or `name`; or `own`, as people have moved them; or `attention`:
   * what needs somebody, then what works, what is unread, and the rest, pinned ones first in each.
   */
  readonly sort?: ListOrder | undefined;
}

export interface Selection {
  /** Evaluated each time, because "recent" moves with the clock. */
  query(nowMs: number): SessionsQuery;
  /** Whether a row of the answer matches. */
  fits(row: Row): boolean;
  readonly sort: ListOrder;
}

/** Throws a TypeError for an invalid filter. */
export function selectionOf({ status, agent, workspace, since, archived, sort }: SessionFilter): Selection {
  const { words, fits } = statusChoice(status === undefined ? [] : [status].flat());
  const agents = agent === undefined ? [] : [agent].flat();
  const shelf = archived === "only" ? "archived" : archived || words.includes("archived") ? "all" : undefined;
  const begin = since === undefined ? () => undefined : beginOf(since);
  return {
    query: (nowMs) => ({
      workspace,
      shelf,
      status: words.length === 0 ? undefined : words.join(","),
      agent: agents.length === 0 ? undefined : agents.join(","),
      since: begin(nowMs),
      sort: sort === "own" || sort === "attention" ? undefined : sort,
    }),
    fits,
    sort: sort ?? "active",
  };
}

/** The statuses for the query, and a predicate for its rows. Without names all match. */
export function statusChoice(names: readonly StatusName[]): { words: string[]; fits: (row: Row) => boolean } {
  const meant = names.map((name): StatusMeaning => {
    if (isStatusName(name)) return statuses[name];
    throw new TypeError(`status can't be "${name}": one of ${statusNames.join(", ")}`);
  });
  return {
    words: [...new Set(meant.map(({ word }) => word))],
    fits: (row) => meant.length === 0 || meant.some(({ word, fits }) => row.status === word && fits(row)),
  };
}

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** An age such as 12h, 30d or 8w; null if invalid. The unit is required: 30 days and 30 seconds are too different. */
export function ageMs(text: string): number | null {
  const [, number = "", unit = ""] = /^(\d{1,6}(?:\.\d+)?)([mhdw])$/.exec(text.trim()) ?? [];
  const factor = units[unit];
  return number === "" || factor === undefined ? null : Number(number) * factor;
}

function beginOf(since: string): (nowMs: number) => string {
  const age = ageMs(since);
  if (age !== null) return (nowMs) => new Date(nowMs - age).toISOString();
  if (Number.isNaN(Date.parse(since)))
    throw new TypeError(`since can't be "${since}": an ISO time, or an age such as 12h, 2d or 8w`);
  return () => new Date(since).toISOString();
}
