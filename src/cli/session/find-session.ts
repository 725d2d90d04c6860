// The session that a person means.
import { type Client, type ListedSession, ProblemError } from "../../client/index.ts";
import type { Context } from "../command.ts";
import { Failure } from "../failure.ts";
import type { Flags } from "../flags.ts";
import { safeLine } from "../render/safe-text.ts";
import { referenceOf } from "../render/session-name.ts";

/** For commands that mean one session. */
export const lastFlag = {
  last: { type: "boolean", summary: "The session with the newest activity, wherever it is; also: @last" },
} as const satisfies Flags;

const LAST = "@last";
/** Less of an id means none. */
const LEAST = 4;

/** A name, an id, the beginning of an id; `-` for the one selected before; `@last`; `@` or nothing for the directory's own. */
export async function findSession(client: Client, ref: string | undefined, cwd: string): Promise<ListedSession> {
  const meant = ref === "@" || ref === "" ? undefined : ref;
  try {
    return (await client.resolve({ ref: meant, cwd })).session;
  } catch (error) {
    const isUnknown = error instanceof ProblemError && error.code === "session_not_found";
    throw (isUnknown && meant !== undefined && (await inTrash(client, meant))) || error;
  }
}

/** Whoever names what was deleted is told how it comes back. */
async function inTrash(client: Client, ref: string): Promise<Failure | null> {
  const { items } = await client.trashed();
  const deleted = items.find(({ id, name }) => name === ref || (ref.length >= LEAST && id.startsWith(ref)));
  if (!deleted) return null;
  return new Failure(`"${safeLine(ref)}" is in the trash`, {
    exit: "notFound",
    code: "in_trash",
    fix: `bring it back: skein undo ${referenceOf(deleted)}`,
    facts: { session: deleted.id },
  });
}

/** From `-s` or `--last`, else from the first positional; what is left over is the command's own. */
export function sessionArgument(
  { flags, positionals }: Pick<Context, "flags" | "positionals">,
  isLast = false,
): { ref: string | undefined; rest: readonly string[] } {
  const ref = flags.session ?? (isLast ? LAST : undefined);
  return ref === undefined ? { ref: positionals[0], rest: positionals.slice(1) } : { ref, rest: positionals };
}

/** Every session that was named, in whichever way. */
export const sessionArguments = (
  { flags, positionals }: Pick<Context, "flags" | "positionals">,
  isLast: boolean,
): readonly string[] => [
  ...(flags.session === undefined ? [] : [flags.session]),
  ...(isLast ? [LAST] : []),
  ...positionals,
];
