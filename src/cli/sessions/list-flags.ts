// Which sessions are listed, and in what order: flags in, what the daemon is asked for out.
import { isAbsolute, resolve } from "node:path";
import type { Client, ListedSession } from "../../client/index.ts";
import { usageFailure } from "../failure.ts";
import type { Flags, FlagValues } from "../flags.ts";
import { parseAgeMs, statusChoice } from "../session/session-filter.ts";

export const listFlags = {
  all: { type: "boolean", summary: "Archived ones, too" },
  archived: { type: "boolean", summary: "Only archived ones" },
  status: {
    type: "strings",
    value: "status",
    summary: "Those that are running, needs-you, done, …; several with commas",
  },
  agent: { type: "string", short: "a", value: "agent", summary: "Those of this agent" },
  workspace: { type: "string", value: "path", summary: "Only those of this directory" },
  since: { type: "string", value: "2d", summary: "Those in which a person did something within that time" },
  sort: { type: "string", value: "active | created | name", summary: "The order; newest activity first without it" },
} as const satisfies Flags;

const orders = { active: "active", created: "created", name: "name" } as const;

export interface Listing {
  /** The absolute path of the directory that was asked for. */
  readonly path: string | undefined;
  readonly isFiltered: boolean;
  /** As of this moment: what is recent moves on with it. */
  read(client: Client, nowMs: number): Promise<ListedSession[]>;
}

/** What is wrong with the flags is said here, before anything is asked for. */
export function listingOf(flags: FlagValues<typeof listFlags>, cwd: string): Listing {
  const { workspace, agent } = flags;
  const { words, fits } = statusChoice(flags.status);
  const withinMs = flags.since === undefined ? null : parseAgeMs(flags.since, "--since");
  const sort = orderNamed(flags.sort);
  const path = workspace === undefined || isAbsolute(workspace) ? workspace : resolve(cwd, workspace);
  const shelf = flags.archived ? "archived" : flags.all || words.includes("archived") ? "all" : undefined;
  return {
    path,
    isFiltered: words.length > 0 || agent !== undefined || withinMs !== null,
    async read(client, nowMs) {
      const rows = await client.sessions({
        workspace: path,
        shelf,
        status: words.length === 0 ? undefined : words.join(","),
        agent,
        since: withinMs === null ? undefined : new Date(nowMs - withinMs).toISOString(),
        sort,
      });
      return rows.filter(fits);
    },
  };
}

function orderNamed(typed: string | undefined): (typeof orders)[keyof typeof orders] | undefined {
  if (typed === undefined) return undefined;
  const known: Readonly<Record<string, keyof typeof orders>> = orders;
  const order = Object.hasOwn(known, typed) ? known[typed] : undefined;
  if (order === undefined)
    throw usageFailure(`--sort can't be "${typed}"`, `one of: ${Object.keys(orders).join(", ")}`);
  return order;
}
