// Finds the session that a person means.
import { type Client, type ListedSession, ProblemError } from "../../client/index.ts";
import type { Context } from "../command.ts";
import { Failure, usageFailure } from "../failure.ts";
import type { Flags } from "../flags.ts";
import { displayName } from "../render/session-name.ts";
import { safeLine } from "../text/safe-text.ts";
import { tildePath } from "../text/tilde-path.ts";

/** For commands with one session. */
export const lastFlag = {
  last: { type: "boolean", summary: "The session with the newest activity, in any directory; also: @last" },
} as const satisfies Flags;

const HERE = "@";
export const PREVIOUS = "-";
const LAST = "@last";
/** A shorter id prefix matches nothing. */
const LEAST = 4;

/**
 * By name, id, id prefix, `-` (selected before), `@last` or `@` (this directory's). Without one: this directory's session, else the one that was
 * selected last. A reading command uses a session of another directory and says so; an acting command asks first, except for a name (unless this
 * directory's session of that name is in the trash) and an id.
 */
export async function findSession(client: Client, ref: string | undefined, context: Context): Promise<ListedSession> {
  const { io, cwd, flags, acts } = context;
  if (ref === "")
    throw usageFailure("the session's name is empty", "write its name or its id; @ is this directory's session");
  const { session, by, isElsewhere, trashedHere } = await client.resolve({ ref, cwd }).catch(async (error: unknown) => {
    if (!(error instanceof ProblemError) || error.code !== "session_not_found" || ref === undefined) throw error;
    throw ref === HERE ? noneHere(error, context) : ((await inTrash(client, ref)) ?? error);
  });
  if (by === "name" && ref !== undefined && isElsewhere)
    await (await import("./other-directory.ts")).confirmNamed(client, { session, ref, trashedHere }, context);
  if (by === "elsewhere") await (await import("./other-directory.ts")).confirmElsewhere(client, session, context);
  if (acts && by === "previous") await (await import("./other-directory.ts")).confirmPrevious(client, session, context);
  if (acts && !flags.quiet && by === "last") {
    const { nameAndDirectory } = await import("./other-directory.ts");
    io.stderr.write(`${ref} is ${nameAndDirectory(session, io.env.HOME)}\n`);
  }
  context.found = session;
  return session;
}

function noneHere(error: ProblemError, { io, cwd }: Pick<Context, "io" | "cwd">): Failure {
  const newest = error.facts.newest as ListedSession | null;
  const home = io.env.HOME;
  return new Failure(`no session in ${tildePath(cwd, home)}`, {
    exit: "notFound",
    code: error.code,
    fix: newest
      ? `the newest is ${displayName(newest)} in ${tildePath(newest.workspace.path, home)}: write @last for it, or its name`
      : 'start one: skein new "…"',
    facts: { newest },
    cause: error,
  });
}

/** A deleted session: the error says how to restore it. */
async function inTrash(client: Client, ref: string): Promise<Failure | null> {
  const { items } = await client.trashed();
  const deleted = items.find(({ id, name }) => name === ref || (ref.length >= LEAST && id.startsWith(ref)));
  if (!deleted) return null;
  const { undoReference } = await import("./reference.ts");
  return new Failure(`"${safeLine(ref)}" is in the trash`, {
    exit: "notFound",
    code: "in_trash",
    fix: `restore it: skein undo ${await undoReference(deleted, items)}`,
    facts: { session: deleted.id },
  });
}

/** From `-s` or `--last`, else from the first positional; the rest are the command's own arguments. */
export function sessionArgument(
  { flags, positionals }: Pick<Context, "flags" | "positionals">,
  isLast = false,
): { ref: string | undefined; rest: readonly string[] } {
  if (flags.session !== undefined && isLast)
    throw usageFailure("--session and --last don't go together", "choose one of them");
  const ref = flags.session ?? (isLast ? LAST : undefined);
  return ref === undefined ? { ref: positionals[0], rest: positionals.slice(1) } : { ref, rest: positionals };
}

/** Every named session, by flag or positional. */
export const sessionArguments = (
  { flags, positionals }: Pick<Context, "flags" | "positionals">,
  isLast: boolean,
): readonly string[] => [
  ...(flags.session === undefined ? [] : [flags.session]),
  ...(isLast ? [LAST] : []),
  ...positionals,
];
