// A session's reference in a command that a person may copy: a word that means this session in the directory where it is typed.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Client, ListedSession } from "../../client/index.ts";
import type { Context } from "../command.ts";
import type { Io } from "../io.ts";
import { type Named, plainName, shortId } from "../render/session-name.ts";
import { safeLine } from "../text/safe-text.ts";

/** The current directory, and the one that the command works for. */
export interface Where {
  readonly io: Pick<Io, "cwd">;
  readonly cwd: string;
}

/** A session and its reference. */
export interface Called<Session extends Named = Named> {
  readonly session: Session;
  readonly ref: string;
}

/** Its name if that is unambiguous, else a unique id prefix. */
export const referenceTo = (client: Client, session: Named, where: Where): Promise<string> =>
  firstWord(session, (word) => means(client, session, word, where));

/** The same for `skein attach`, which prefers a directory of that name. */
export const attachReference = (
  client: Client,
  session: Named,
  where: Where & Pick<Context, "paths">,
): Promise<string> =>
  firstWord(session, async (word) => (await means(client, session, word, where)) && !(await isProject(word, where)));

/** The same for `skein undo`, which searches the whole trash. */
export async function undoReference(session: Named, trashed: readonly ListedSession[]): Promise<string> {
  const { resolveInTrash } = await import("./resolve-in-trash.ts");
  return firstWord(session, async (word) => {
    const found = resolveInTrash(trashed, word);
    return found.kind === "found" && found.id === session.id;
  });
}

async function firstWord(session: Named, fits: (word: string) => Promise<boolean>): Promise<string> {
  for (const word of [plainName(session), shortId(session.id)]) if (word !== null && (await fits(word))) return word;
  return safeLine(session.id);
}

/** If the daemon does not answer, the word counts as unknown. */
async function means(client: Client, { id }: Named, ref: string, { io, cwd }: Where): Promise<boolean> {
  const places = [...new Set([io.cwd, cwd])];
  const found = await Promise.all(
    places.map((place) =>
      client.resolve({ ref, cwd: place }).then(
        // A name that also belongs to a session in this directory's trash would cause a question.
        ({ session, trashedHere }) => (trashedHere ? null : session.id),
        () => null,
      ),
    ),
  );
  return found.every((one) => one === id);
}

/** Whether a word is a directory where paths are looked up. */
export async function isProject(word: string, { io, cwd, paths }: Where & Pick<Context, "paths">): Promise<boolean> {
  const { readConfig } = await import("../../home/config.ts");
  const places = [io.cwd, cwd, ...rootsIn(() => readConfig(paths.config).projectRoots)];
  return places.some((place) => existsSync(resolve(place, word)));
}

/** An unreadable config has no project roots. */
function rootsIn(read: () => readonly string[]): string[] {
  try {
    return read().map((root) => (root.startsWith("~") ? join(homedir(), root.slice(1)) : root));
  } catch {
    return [];
  }
}
