// The session that a person means.
import type { Client, ListedSession } from "../../client/index.ts";
import type { Context } from "../command.ts";
import { usageFailure } from "../failure.ts";

/** A name, an id, the beginning of an id; `@` or nothing for the directory's own. */
export async function findSession(client: Client, ref: string | undefined, cwd: string): Promise<ListedSession> {
  if (ref === "-") {
    throw usageFailure('"-" names no session', "give a name, an id, or @ for this directory's session");
  }
  const { session } = await client.resolve({ ref: ref === "@" || ref === "" ? undefined : ref, cwd });
  return session;
}

/** From `-s`, else from the first positional; what is left over is the command's own. */
export function sessionArgument({ flags, positionals }: Pick<Context, "flags" | "positionals">): {
  ref: string | undefined;
  rest: readonly string[];
} {
  if (flags.session !== undefined) return { ref: flags.session, rest: positionals };
  return { ref: positionals[0], rest: positionals.slice(1) };
}
