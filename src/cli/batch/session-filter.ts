// The filter flags of batch commands, and the sessions that match them.
import { isAbsolute, resolve } from "node:path";
import {
  type Client,
  isStatusName,
  type ListedSession,
  type StatusName,
  statusChoice,
  statusNames,
} from "../../client/index.ts";
import { usageFailure } from "../failure.ts";
import type { Flags, FlagValues } from "../flags.ts";
import { parseAgeMs } from "../parse-time.ts";
import { suggest } from "../suggest.ts";

export const filterFlags = {
  status: {
    type: "strings",
    value: "status",
    summary: "Only sessions with this status: idle, done, failed, …; several with commas",
  },
  agent: { type: "string", short: "a", value: "agent", summary: "Only sessions of this agent" },
  directory: { type: "string", value: "path", formerly: ["workspace"], summary: "Only sessions of this directory" },
  "older-than": { type: "string", value: "30d", summary: "Only sessions without activity of a person for this long" },
} as const satisfies Flags;

export type FilterFlags = FlagValues<typeof filterFlags>;

export const hasFilter = (flags: FilterFlags): boolean =>
  flags.status.length > 0 ||
  flags.agent !== undefined ||
  flags.directory !== undefined ||
  flags["older-than"] !== undefined;

export interface Filtering {
  readonly cwd: string;
  readonly nowMs: number;
  /** The shelves to search, unless a status implies them. */
  readonly shelf?: "listed" | "archived";
}

/** Newest activity first. Invalid flags are reported before anything is requested. */
export async function filterSessions(
  client: () => Promise<Client>,
  flags: FilterFlags,
  { cwd, nowMs, shelf = "listed" }: Filtering,
): Promise<ListedSession[]> {
  const { words, fits } = statusChoice(statusesNamed(flags.status));
  const typed = flags["older-than"];
  const beforeMs = typed === undefined ? null : nowMs - parseAgeMs(typed, "--older-than");
  const { directory: workspace } = flags;
  const path = workspace === undefined || isAbsolute(workspace) ? workspace : resolve(cwd, workspace);
  const daemon = await client();
  const rows = await daemon.sessions({
    workspace: path,
    shelf: words.includes("archived") ? "all" : shelf,
  });
  const { agent } = flags;
  const ofAgent = agent === undefined ? rows : rows.filter((row) => row.agent === agent);
  // The daemon refuses an unknown agent and lists the known ones.
  if (ofAgent.length === 0 && agent !== undefined) await daemon.agent(agent, { quick: true });
  return ofAgent.filter((row) => fits(row) && (beforeMs === null || Date.parse(row.lastActiveAt) < beforeMs));
}

/** The value of --status. */
export const statusesNamed = (typed: readonly string[]): StatusName[] =>
  typed.flatMap((one) => one.split(",")).map(statusNamed);

function statusNamed(word: string): StatusName {
  if (isStatusName(word)) return word;
  const near = suggest(word, statusNames);
  const all = `one of: ${statusNames.join(", ")}`;
  throw usageFailure(`--status can't be "${word}"`, near ? `did you mean ${near}? ${all}` : all);
}
