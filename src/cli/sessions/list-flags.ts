// The flags of the list as a query for the daemon.
import { isAbsolute, resolve } from "node:path";
import { type Client, type ListedSession, type SessionFilter, selectionOf } from "../../client/index.ts";
import { activeAt, isFolded, type ListOrder, listOrders } from "../../core/list-groups.ts";
import { statusesNamed } from "../batch/session-filter.ts";
import { usageFailure } from "../failure.ts";
import type { Flags, FlagValues } from "../flags.ts";
import { parseAgeMs } from "../parse-time.ts";

export const listFlags = {
  all: { type: "boolean", summary: "Include archived and snoozed sessions" },
  archived: { type: "boolean", summary: "Only archived sessions" },
  status: {
    type: "strings",
    value: "status",
    summary: "Only sessions with this status: running, needs-you, done, …; several with commas",
  },
  agent: { type: "string", short: "a", value: "agent", summary: "Only sessions of this agent" },
  directory: { type: "string", value: "path", formerly: ["workspace"], summary: "Only sessions of this directory" },
  since: { type: "string", value: "2d", summary: "Only sessions with activity of a person within this time" },
  sort: {
    type: "string",
    value: "active | created | name | own",
    summary: "Sort order; default: what needs you first, then what works, what is unread, and the rest",
  },
} as const satisfies Flags;

export interface Listing {
  /** The absolute path of the requested directory. */
  readonly path: string | undefined;
  readonly isFiltered: boolean;
  /** Only archived sessions. */
  readonly isArchived: boolean;
  /** For a live list. */
  readonly filter: SessionFilter;
  /** What is folded away unless all are wanted. */
  isHidden(row: ListedSession): boolean;
  /** The order for people, in which the agent's activity counts, too. */
  inOrder(rows: readonly ListedSession[]): readonly ListedSession[];
  /** Evaluated each time, because "recent" moves with the clock. */
  read(client: Client, nowMs: number): Promise<readonly ListedSession[]>;
}

/** Invalid flags are reported before anything is requested. */
export function listingOf(flags: FlagValues<typeof listFlags>, cwd: string): Listing {
  const { directory: workspace, agent, since } = flags;
  const status = statusesNamed(flags.status);
  // A program may give an ISO time; people type an age, and an error names the flag.
  if (since !== undefined) parseAgeMs(since, "--since");
  const sort = orderNamed(flags.sort ?? "attention");
  const path = workspace === undefined || isAbsolute(workspace) ? workspace : resolve(cwd, workspace);
  const archived = flags.archived ? "only" : flags.all ? "also" : undefined;
  const filter: SessionFilter = { status, agent, workspace: path, since, archived, sort };
  const selection = selectionOf(filter);
  const inOrder: Listing["inOrder"] = (rows) =>
    selection.sort === "active" ? newestFirst(rows) : rows.toSorted(listOrders[selection.sort]);
  return {
    path,
    isFiltered: status.length > 0 || agent !== undefined || since !== undefined,
    isArchived: flags.archived,
    filter,
    isHidden: (row) => archived === undefined && row.snooze !== undefined && isFolded(row),
    inOrder,
    read: async (client, nowMs) => inOrder((await client.sessions(selection.query(nowMs))).filter(selection.fits)),
  };
}

const newestFirst = (rows: readonly ListedSession[]): ListedSession[] =>
  rows.toSorted((a, b) => Date.parse(activeAt(b)) - Date.parse(activeAt(a)));

const isOrder = (word: string): word is ListOrder => Object.hasOwn(listOrders, word);

function orderNamed(typed: string): ListOrder {
  if (isOrder(typed)) return typed;
  throw usageFailure(`--sort can't be "${typed}"`, `one of: ${Object.keys(listOrders).join(", ")}`);
}
