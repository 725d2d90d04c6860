// How a session is called in a command that a person may copy: by a word that means this session where the command is typed.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Client, ListedSession } from "../../client/index.ts";
import type { Context } from "../command.ts";
import type { Io } from "../io.ts";
import { type Named, plainName, shortId } from "../render/session-name.ts";
import { safeLine } from "../text/safe-text.ts";

/** The directory where a person types, and the one that the command works for. */
export interface Where {
  readonly io: Pick<Io, "cwd">;
  readonly cwd: string;
}

/** A session, and how a person writes it. */
export interface Called<Session extends Named = Named> {
  readonly session: Session;
  readonly ref: string;
}

/** Its name where that means this session and no other, else as much of its id as does. */
export const referenceTo = (client: Client, session: Named, where: Where): Promise<string> =>
  firstWord(session, (word) => means(client, session, word, where));

/** The same for `skein attach`, which takes a directory of that name first. */
export const attachReference = (
  client: Client,
  session: Named,
  where: Where & Pick<Context, "paths">,
): Promise<string> =>
  firstWord(session, async (word) => (await means(client, session, word, where)) && !(await isProject(word, where)));

/** The same for `skein undo`, which looks at all of the trash. */
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

/** Without an answer of the daemon it means nothing. */
async function means(client: Client, { id }: Named, ref: string, { io, cwd }: Where): Promise<boolean> {
  const places = [...new Set([io.cwd, cwd])];
  const found = await Promise.all(
    places.map((place) =>
      client.resolve({ ref, cwd: place }).then(
        // A name that leads past this directory's own session in the trash is asked about.
        ({ session, trashedHere }) => (trashedHere ? null : session.id),
        () => null,
      ),
    ),
  );
  return found.every((one) => one === id);
}

async function isProject(word: string, { io, cwd, paths }: Where & Pick<Context, "paths">): Promise<boolean> {
  const { readConfig } = await import("../../home/config.ts");
  const places = [io.cwd, cwd, ...rootsIn(() => readConfig(paths.config).projectRoots)];
  return places.some((place) => existsSync(resolve(place, word)));
}

/** A config that can't be read names none. */
function rootsIn(read: () => readonly string[]): string[] {
  try {
    return read().map((root) => (root.startsWith("~") ? join(homedir(), root.slice(1)) : root));
  } catch {
    return [];
  }
}
