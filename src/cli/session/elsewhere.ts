// A session of another directory that nobody named: what reads takes it and says so, what acts asks first.
import type { Client, ListedSession } from "../../client/index.ts";
import type { Context } from "../command.ts";
import { Failure } from "../failure.ts";
import { safeLine } from "../render/safe-text.ts";
import { displayName } from "../render/session-name.ts";
import { shellWord } from "../render/shell-word.ts";
import { tildePath } from "../render/tilde-path.ts";
import { askForYes } from "./confirm.ts";
import { referenceTo } from "./reference.ts";

/** Throws unless the command may go on. `--yes` does not count here: it can't have been meant for a session that nobody saw. */
export async function takeElsewhere(client: Client, session: ListedSession, context: Context): Promise<void> {
  const { io, cwd, flags, acts } = context;
  const home = io.env.HOME;
  const missing = `no session in ${tildePath(cwd, home)}`;
  const name = nameAndPlace(session, home);
  if (!acts) {
    if (!flags.quiet) io.stderr.write(`${missing}; this is ${name}\n`);
    return;
  }
  const ref = await referenceTo(client, session, context);
  await agree(context, session, {
    what: missing,
    why: `the one that was selected last is ${name}, and nobody named it`,
    ref,
    command: namedCommand(context, ref),
  });
}

/** The session that was selected before, for a command that acts: whose it is can't be seen from a `-`. Throws as above. */
export async function takePrevious(client: Client, session: ListedSession, context: Context): Promise<void> {
  const { io, cwd, flags, typed } = context;
  const name = nameAndPlace(session, io.env.HOME);
  const here = await client.sessions({ workspace: cwd, shelf: "all" });
  if (!here.some(({ id }) => id === session.id)) {
    const ref = await referenceTo(client, session, context);
    return agree(context, session, {
      what: "- is another directory's session",
      why: `the one that was selected before is ${name}`,
      ref,
      command: replacedCommand(typed, ref),
    });
  }
  if (!flags.quiet) io.stderr.write(`- is ${name}\n`);
}

interface Doubt {
  readonly what: string;
  readonly why: string;
  /** The session as a person writes it. */
  readonly ref: string;
  /** What does it without a question; null when it can't be told from what was typed. */
  readonly command: string | null;
}

async function agree(context: Context, session: ListedSession, { what, why, ref, command }: Doubt): Promise<void> {
  const { io, typed, isInteractive } = context;
  if (isInteractive) return askForYes(io, `${what}: ${typed.word} ${nameAndPlace(session, io.env.HOME)}?`);
  throw new Failure(what, {
    exit: "notFound",
    code: "session_not_named",
    why,
    fix: `if you mean it: ${command ?? `write ${ref} in its place`}`,
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
  return lineOf(word, words);
}

/** What was typed, with the session for its `-`; null where another `-` could be it. */
function replacedCommand({ word, rest }: Context["typed"], ref: string): string | null {
  const places = rest.flatMap((one, index) => (one === "-" ? [index] : []));
  const isSession = (index: number): boolean => index === 0 || ["-s", "--session"].includes(rest[index - 1] ?? "");
  const place = places.find(isSession) ?? (places.length === 1 ? places[0] : undefined);
  return place === undefined ? null : lineOf(word, rest.with(place, ref));
}

const lineOf = (word: string, words: readonly string[]): string =>
  safeLine(["skein", word, ...words].map(shellWord).join(" "));
