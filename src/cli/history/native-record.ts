// The agent's own record of a conversation: located from data in the log, and read only on request.
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Client, ListedSession } from "../../client/index.ts";
import { openRegularHandle } from "../../home/index.ts";
import { namesIn } from "../../system/index.ts";
import type { Context } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import type { Output } from "../io.ts";
import { displayName } from "../render/session-name.ts";
import { referenceTo } from "../session/reference.ts";
import { safeLine } from "../text/safe-text.ts";
import { writeText } from "../text/write-text.ts";

interface RecordFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: string;
}

/** The files that match a pattern, newest first; a `*` stands for a part of one name. */
export function recordFiles(pattern: string): RecordFile[] {
  const [, ...names] = pattern.split("/");
  const paths = names.reduce<string[]>(
    (found, name) => found.flatMap((directory) => entriesOf(directory, name)),
    ["/"],
  );
  return paths.flatMap(fileAt).sort((a, b) => b.modifiedAt.localeCompare(a.modifiedAt));
}

function entriesOf(directory: string, name: string): string[] {
  if (!name.includes("*")) return [join(directory, name)];
  const fits = new RegExp(`^${name.split("*").map(literally).join(".*")}$`, "s");
  return namesIn(directory).flatMap((one) => (fits.test(one) ? [join(directory, one)] : []));
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function fileAt(path: string): RecordFile[] {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? [{ path, bytes: found.size, modifiedAt: found.mtime.toISOString() }] : [];
}

/** Its content, or its path under `--json`. */
export async function showOwnRecord(
  client: Client,
  session: ListedSession,
  context: Context,
  output: Output,
): Promise<number> {
  const { flags, printJson } = context;
  const { nativeId, nativeFile } = (await client.session(session.id)).state.binding;
  const files = nativeFile === null ? [] : recordFiles(nativeFile);
  const [newest] = files;
  if (!newest) throw notThere(session, nativeFile, await referenceTo(client, session, context));
  if (flags.json) {
    printJson({ v: 1, session: session.id, agent: session.agent, nativeId, pattern: nativeFile, files });
    return exitCodes.ok.code;
  }
  const file = await openRegularHandle(newest.path);
  try {
    await writeText(file.createReadStream({ autoClose: false }), output);
  } finally {
    await file.close();
  }
  return exitCodes.ok.code;
}

function notThere(session: ListedSession, pattern: string | null, ref: string): Failure {
  const fix = `Skein's own record is complete: skein show ${ref}`;
  const name = displayName(session);
  if (pattern === null) {
    const why = "its agent has not started yet, or does not keep one file per conversation";
    const message = `no native record of ${name} is known`;
    return new Failure(message, { exit: "notFound", code: "record_unknown", why, fix });
  }
  const message = `the native record of ${name} does not exist`;
  return new Failure(message, {
    exit: "notFound",
    code: "record_missing",
    why: `no file matches ${safeLine(pattern)}`,
    fix,
  });
}
