// Sessions by what they are like: the flags of commands that work on many, and which sessions fit them.
import { isAbsolute, resolve } from "node:path";
import type { Client, ListedSession } from "../../client/index.ts";
import { usageFailure } from "../failure.ts";
import type { Flags, FlagValues } from "../flags.ts";
import { suggest } from "../suggest.ts";

export const filterFlags = {
  status: { type: "strings", value: "status", summary: "Those that are idle, done, failed, …; several with commas" },
  agent: { type: "string", short: "a", value: "agent", summary: "Those of this agent" },
  workspace: { type: "string", short: "w", value: "path", summary: "Those of this directory" },
  "older-than": { type: "string", value: "30d", summary: "Those in which nobody did anything for so long" },
} as const satisfies Flags;

export type FilterFlags = FlagValues<typeof filterFlags>;

type Row = Pick<ListedSession, "status" | "reason" | "agent" | "lastActiveAt">;

const isDone = ({ reason }: Row): boolean => reason.code === "finished";

interface StatusName {
  readonly word: ListedSession["status"];
  /** Which of those with this word are meant. */
  readonly fits: (row: Row) => boolean;
}

const named = (word: ListedSession["status"], fits: StatusName["fits"] = () => true): StatusName => ({ word, fits });

/** The words of the JSON, and those that people see in lists. */
const statuses: Readonly<Record<string, StatusName>> = {
  starting: named("starting"),
  running: named("running"),
  waiting: named("waiting"),
  "needs-you": named("waiting", (row) => !isDone(row)),
  done: named("waiting", isDone),
  idle: named("idle"),
  stopped: named("stopped"),
  error: named("error"),
  failed: named("error"),
  archived: named("archived"),
};

/** What was typed after --status: the words to ask the daemon for, and which of its rows are meant. */
export function statusChoice(typed: readonly string[]): { words: string[]; fits: (row: Row) => boolean } {
  const names = typed.flatMap((one) => one.split(",")).map(statusNamed);
  return {
    words: [...new Set(names.map(({ word }) => word))],
    fits: (row) => names.length === 0 || names.some(({ word, fits }) => row.status === word && fits(row)),
  };
}

export const hasFilter = (flags: FilterFlags): boolean =>
  flags.status.length > 0 ||
  flags.agent !== undefined ||
  flags.workspace !== undefined ||
  flags["older-than"] !== undefined;

export interface Filtering {
  readonly cwd: string;
  readonly nowMs: number;
  /** Where to look, unless a status says it. */
  readonly shelf?: "listed" | "archived";
}

/** Newest activity first. What is wrong with the flags is said before anything is asked for. */
export async function filterSessions(
  client: () => Promise<Client>,
  flags: FilterFlags,
  { cwd, nowMs, shelf = "listed" }: Filtering,
): Promise<ListedSession[]> {
  const { words, fits } = statusChoice(flags.status);
  const typed = flags["older-than"];
  const beforeMs = typed === undefined ? null : nowMs - parseAgeMs(typed, "--older-than");
  const { workspace } = flags;
  const path = workspace === undefined || isAbsolute(workspace) ? workspace : resolve(cwd, workspace);
  const rows = await (await client()).sessions({
    workspace: path,
    shelf: words.includes("archived") ? "all" : shelf,
  });
  return rows.filter(
    (row) =>
      fits(row) &&
      (flags.agent === undefined || row.agent === flags.agent) &&
      (beforeMs === null || Date.parse(row.lastActiveAt) < beforeMs),
  );
}

function statusNamed(word: string): StatusName {
  const known = Object.hasOwn(statuses, word) ? statuses[word] : undefined;
  if (known) return known;
  const near = suggest(word, Object.keys(statuses));
  const all = `one of: ${Object.keys(statuses).join(", ")}`;
  throw usageFailure(`--status can't be "${word}"`, near ? `did you mean ${near}? ${all}` : all);
}

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** Not without a unit: too much hangs on whether 30 means days or seconds. */
export function parseAgeMs(typed: string, flag: string): number {
  const [, number = "", unit = ""] = /^(\d{1,6}(?:\.\d+)?)([mhdw])$/.exec(typed.trim()) ?? [];
  const factor = units[unit];
  if (number === "" || factor === undefined)
    throw usageFailure(`${flag} can't be "${typed}"`, "write an age such as 12h, 30d or 8w");
  return Number(number) * factor;
}
