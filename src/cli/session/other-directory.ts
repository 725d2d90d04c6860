// A session of another directory, which nobody named, or whose name belongs to a session in this directory's trash: a reading command uses it and
// says so, an acting command asks first. If it was named, an acting command says where it is.
import type { Client, ListedSession } from "../../client/index.ts";
import type { Context } from "../command.ts";
import { askForYes } from "../dialogue/confirm.ts";
import { Failure } from "../failure.ts";
import { displayName } from "../render/session-name.ts";
import { safeLine } from "../text/safe-text.ts";
import { shellWord } from "../text/shell-word.ts";
import { tildePath } from "../text/tilde-path.ts";
import { referenceTo, undoReference } from "./reference.ts";

/** Throws unless the command may continue. `--yes` does not count here: it can't have been meant for a session that nobody saw. */
export async function confirmElsewhere(client: Client, session: ListedSession, context: Context): Promise<void> {
  const { io, cwd, flags, acts } = context;
  const home = io.env.HOME;
  const missing = `no session in ${tildePath(cwd, home)}`;
  const name = nameAndDirectory(session, home);
  if (!acts) {
    if (!flags.quiet) io.stderr.write(`${missing}; this is ${name}\n`);
    return;
  }
  const ref = await referenceTo(client, session, context);
  await agree(context, session, {
    what: missing,
    why: `the session selected last is ${name}, and you did not name it`,
    ref,
    command: namedCommand(context, ref),
  });
}

/** The previously selected session, for an acting command: a `-` does not show whose it is. Throws as above. */
export async function confirmPrevious(client: Client, session: ListedSession, context: Context): Promise<void> {
  const { io, cwd, flags } = context;
  const name = nameAndDirectory(session, io.env.HOME);
  const here = await client.sessions({ workspace: cwd, shelf: "all" });
  if (!here.some(({ id }) => id === session.id)) {
    const ref = await referenceTo(client, session, context);
    return agree(context, session, {
      what: "- is another directory's session",
      why: `the previously selected session is ${name}`,
      ref,
      command: replacedCommand(context, "-", ref),
    });
  }
  if (!flags.quiet) io.stderr.write(`- is ${name}\n`);
}

interface NamedElsewhere {
  readonly session: ListedSession;
  /** The name, as typed. */
  readonly ref: string;
  /** This directory's own session of that name. */
  readonly trashedHere: string | null;
}

/** A session whose name exists only in another directory. Throws as above. */
export async function confirmNamed(client: Client, named: NamedElsewhere, context: Context): Promise<void> {
  const { session, ref: typed, trashedHere } = named;
  const { io, flags, acts } = context;
  const name = nameAndDirectory(session, io.env.HOME);
  const trashed = `"${safeLine(typed)}" is in the trash`;
  if (!trashedHere) {
    if (acts && !flags.quiet) io.stderr.write(`this is ${name}\n`);
    return;
  }
  if (!acts) {
    if (!flags.quiet) io.stderr.write(`${trashed}; this is ${name}\n`);
    return;
  }
  const [ref, { items }] = await Promise.all([referenceTo(client, session, context), client.trashed()]);
  const own = items.find(({ id }) => id === trashedHere) ?? { id: trashedHere, name: null };
  await agree(context, session, {
    what: trashed,
    why: `another directory has a session with that name: ${name}`,
    ref,
    command: replacedCommand(context, typed, ref),
    instead: { session: own.id, command: `skein undo ${await undoReference(own, items)}` },
  });
}

interface Doubt {
  readonly what: string;
  readonly why: string;
  /** The session's reference, as a person writes it. */
  readonly ref: string;
  /** The command that does it without a question; null if it can't be derived from what was typed. */
  readonly command: string | null;
  /** A session in the trash that may be meant, and the command that restores it. */
  readonly instead?: { readonly session: string; readonly command: string };
}

async function agree(context: Context, session: ListedSession, doubt: Doubt): Promise<void> {
  const { what, why, ref, command, instead } = doubt;
  const { io, typed, isInteractive } = context;
  if (isInteractive) return askForYes(io, `${what}: ${typed.word} ${nameAndDirectory(session, io.env.HOME)}?`);
  const inItsPlace = command ?? `use ${ref} instead`;
  const refusal = instead
    ? {
        code: "in_trash",
        fix: `restore it: ${instead.command}; if you mean the other one: ${inItsPlace}`,
        facts: { session: instead.session, other: session.id, command },
      }
    : {
        code: "session_not_named",
        fix: `if you mean it: ${inItsPlace}`,
        facts: { session: session.id, command },
      };
  throw new Failure(what, { exit: "notFound", why, ...refusal });
}

/** "api in ~/src/api" */
export const nameAndDirectory = (session: ListedSession, home: string | undefined): string =>
  `${displayName(session)} in ${tildePath(session.workspace.path, home)}`;

/** The typed command, with the session added. */
function namedCommand({ typed, positionals }: Pick<Context, "typed" | "positionals">, ref: string): string {
  const { word, rest } = typed;
  const isFirst = positionals.every((one, index) => rest[index] === one);
  const words = isFirst ? [...positionals, ref, ...rest.slice(positionals.length)] : [...rest, "-s", ref];
  return lineOf(word, words);
}

/** The typed command, with the session's reference in place of its word; null if another word could be it. */
function replacedCommand(
  { typed, flags }: Pick<Context, "typed" | "flags">,
  written: string,
  ref: string,
): string | null {
  const { word, rest } = typed;
  const places = rest.flatMap((one, index) => (one === written ? [index] : []));
  const isFlagged = (index: number): boolean => ["-s", "--session"].includes(rest[index - 1] ?? "");
  const place =
    flags.session === written
      ? places.find(isFlagged)
      : (places.find((index) => index === 0) ?? (places.length === 1 ? places[0] : undefined));
  return place === undefined ? null : lineOf(word, rest.with(place, ref));
}

const lineOf = (word: string, words: readonly string[]): string =>
  safeLine(["skein", word, ...words].map(shellWord).join(" "));
