// The session that was selected last, where nobody named one and the directory has none: what reads takes it and says so, what acts asks first.
import type { ListedSession } from "../../client/index.ts";
import type { Context } from "../command.ts";
import { Failure } from "../failure.ts";
import { safeLine } from "../render/safe-text.ts";
import { displayName, referenceOf } from "../render/session-name.ts";
import { shellWord } from "../render/shell-word.ts";
import { tildePath } from "../render/tilde-path.ts";
import { askForYes } from "./confirm.ts";

/** Throws unless the command may go on. `--yes` does not count here: it can't have been meant for a session that nobody saw. */
export async function takeElsewhere(context: Context, session: ListedSession): Promise<void> {
  const { io, cwd, flags, acts, typed, isInteractive } = context;
  const home = io.env.HOME;
  const missing = `no session in ${tildePath(cwd, home)}`;
  const name = nameAndPlace(session, home);
  if (!acts) {
    if (!flags.quiet) io.stderr.write(`${missing}; this is ${name}\n`);
    return;
  }
  if (isInteractive) return askForYes(io, `${missing}: ${typed.word} ${name}?`);
  const command = namedCommand(context, referenceOf(session));
  throw new Failure(missing, {
    exit: "notFound",
    code: "session_not_named",
    why: `the one that was selected last is ${name}, and nobody named it`,
    fix: `if you mean it: ${command}`,
    facts: { session: session.id, command },
  });
}

/** "api in ~/src/api" */
export const nameAndPlace = (session: ListedSession, home: string | undefined): string =>
  `${displayName(session)} in ${tildePath(session.workspace.path, home)}`;

/** What was typed, with the session in its place. */
function namedCommand({ typed, positionals }: Pick<Context, "typed" | "positionals">, ref: string): string {
  const { word, rest } = typed;
  const isFirst = positionals.every((one, index) => rest[index] === one);
  const words = isFirst ? [...positionals, ref, ...rest.slice(positionals.length)] : [...rest, "-s", ref];
  return safeLine(["skein", word, ...words].map(shellWord).join(" "));
}
