// The session that a person means.
import type { Client, ListedSession } from "../../client/index.ts";
import type { Context } from "../command.ts";
import type { Flags } from "../flags.ts";

/** For commands that mean one session. */
export const lastFlag = {
  last: { type: "boolean", summary: "The session with the newest activity, wherever it is; also: @last" },
} as const satisfies Flags;

const LAST = "@last";

/** A name, an id, the beginning of an id; `-` for the one selected before; `@last`; `@` or nothing for the directory's own. */
export async function findSession(client: Client, ref: string | undefined, cwd: string): Promise<ListedSession> {
  const { session } = await client.resolve({ ref: ref === "@" || ref === "" ? undefined : ref, cwd });
  return session;
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
