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

const has =
  (word: ListedSession["status"]) =>
  ({ status }: Row): boolean =>
    status === word;
const isDone = ({ status, reason }: Row): boolean => status === "waiting" && reason.code === "finished";

/** The words of the JSON, and those that people see in lists. */
const statuses: Readonly<Record<string, (row: Row) => boolean>> = {
  starting: has("starting"),
  running: has("running"),
  waiting: has("waiting"),
  "needs-you": (row) => row.status === "waiting" && !isDone(row),
  done: isDone,
  idle: has("idle"),
  stopped: has("stopped"),
  error: has("error"),
  failed: has("error"),
  archived: has("archived"),
};

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
  const words = flags.status.flatMap((typed) => typed.split(","));
  const fitting = words.map(statusNamed);
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
      (fitting.length === 0 || fitting.some((fits) => fits(row))) &&
      (flags.agent === undefined || row.agent === flags.agent) &&
      (beforeMs === null || Date.parse(row.lastActiveAt) < beforeMs),
  );
}

function statusNamed(word: string): (row: Row) => boolean {
  const fits = Object.hasOwn(statuses, word) ? statuses[word] : undefined;
  if (fits) return fits;
  const near = suggest(word, Object.keys(statuses));
  const all = `one of: ${Object.keys(statuses).join(", ")}`;
  throw usageFailure(`--status can't be "${word}"`, near ? `did you mean ${near}? ${all}` : all);
}

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** Not without a unit: too much hangs on whether 30 means days or seconds. */
function parseAgeMs(typed: string, flag: string): number {
  const [, number = "", unit = ""] = /^(\d{1,6}(?:\.\d+)?)([mhdw])$/.exec(typed.trim()) ?? [];
  const factor = units[unit];
  if (number === "" || factor === undefined)
    throw usageFailure(`${flag} can't be "${typed}"`, "write an age such as 12h, 30d or 8w");
  return Number(number) * factor;
}
