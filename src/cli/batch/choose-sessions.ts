// The sessions of a batch command: the named ones, or those that match a filter.
import type { Client, ListedSession } from "../../client/index.ts";
import type { Context } from "../command.ts";
import { usageFailure } from "../failure.ts";
import type { FlagValues } from "../flags.ts";
import { findSession, lastFlag, sessionArguments } from "../session/find-session.ts";
import { filterFlags, filterSessions, hasFilter } from "./session-filter.ts";

export const manyFlags = { ...lastFlag, ...filterFlags } as const;

export interface Chosen {
  readonly sessions: readonly ListedSession[];
  /** The sessions were not named individually: they are listed before anything is done. */
  readonly isBulk: boolean;
}

type ManyContext = Context & { readonly flags: FlagValues<typeof manyFlags> };

interface Choosing {
  /** For the error if nothing is named. */
  readonly usage: string;
  readonly shelf?: "listed" | "archived";
}

export async function chooseSessions(context: ManyContext, { usage, shelf }: Choosing): Promise<Chosen> {
  const { io, cwd, flags } = context;
  const refs = sessionArguments(context, flags.last);
  const isBulk = hasFilter(flags);
  if (isBulk && refs.length > 0)
    throw usageFailure("both names and a filter given", "give names or a filter, not both");
  if (isBulk) {
    const place = { cwd, nowMs: io.now(), ...(shelf === undefined ? {} : { shelf }) };
    return { sessions: await filterSessions(context.client, flags, place), isBulk };
  }
  if (refs.length === 0)
    throw usageFailure(
      "no session named",
      `usage: skein ${usage} (@ is this directory's session), or --status, --agent, …`,
    );
  return { sessions: await findAll(await context.client(), refs, context), isBulk };
}

/** Each session once, in the given order; if one does not exist, none is changed. */
async function findAll(client: Client, refs: readonly string[], context: Context): Promise<ListedSession[]> {
  const found = new Map<string, ListedSession>();
  // One after the other: each may need a question.
  for (const ref of new Set(refs)) {
    const session = await findSession(client, ref, context);
    found.set(session.id, session);
  }
  if (found.size > 1) context.found = null;
  return [...found.values()];
}
