// `skein export --html`: a session as one file for a browser. What is masked is shown before anything is written.
import { lstat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Client, ListedSession } from "../../client/index.ts";
import { findSecrets } from "../../core/index.ts";
import { absent, isCode, messageOf, replaceFile } from "../../system/index.ts";
import { bytesText } from "../../view/index.ts";
import type { Context } from "../command.ts";
import { confirm } from "../dialogue/confirm.ts";
import { Failure, usageFailure } from "../failure.ts";
import { writeAll } from "../io.ts";
import { plainName, shortId } from "../render/session-name.ts";
import { pluralize } from "../text/numbers.ts";
import { safeLine } from "../text/safe-text.ts";
import { htmlFile } from "./html-file.ts";
import { type FoundKind, foundKinds, maskedLines } from "./masked-list.ts";
import { type Prepared, prepareContent } from "./prepare-content.ts";
import { type Range, rangeOf } from "./range.ts";
import { type ReadSession, readSession } from "./read-session.ts";

export interface HtmlOptions {
  readonly turn: string | undefined;
  readonly after: string | undefined;
  readonly output: string | undefined;
  readonly isMasked: boolean;
}

export async function exportHtml(
  context: Context,
  { client, session }: { client: Client; session: ListedSession },
  { turn, after, output, isMasked }: HtmlOptions,
): Promise<void> {
  const { io, flags, cwd } = context;
  const range = await rangeOf(client, session, { turn, after });
  const file = fileFor(context, { output, range, session });
  const isThere = file !== null && (await isToBeReplaced(resolve(cwd, file)));
  const read = await readSession(client, session.id, range);
  const prepared = prepareContent({ session, range, read, isMasked, env: io.env, nowMs: io.now() });
  const kinds = prepared.masked && foundKinds(prepared.masked, read.events, range);
  if (!flags.quiet && !flags.json)
    for (const line of await notesOf(context, { kinds, read }))
      io[file === null ? "stderr" : "stdout"].write(`${line}\n`);
  await agree(context, { file, isThere, kinds });
  if (file === null) {
    for await (const chunk of htmlFile(prepared.content)) await writeAll(io.stdout, chunk);
    return;
  }
  const bytes = await write(resolve(cwd, file), prepared);
  const events = read.events.length;
  if (flags.json)
    context.printJson({
      ...{ v: 1, session: { id: session.id, name: session.name }, file: resolve(cwd, file), bytes, events },
      ...{ masked: kinds, pictures: read.pictures.size, leftOut: read.leftOut.size },
    });
  context.say(`wrote ${safeLine(file)}: ${pluralize(events, "event")}, ${bytesText(bytes)}`);
}

/** Null: stdout. */
function fileFor(
  { io, flags }: Context,
  { output, range, session }: { output: string | undefined; range: Range; session: ListedSession },
): string | null {
  if (output === "") throw usageFailure("the file's name is empty", "name a file: -o session.html");
  if (output === "-" && (flags.json || io.stdout.isTTY))
    throw usageFailure("-o - is for a program that reads it", "name a file: -o session.html");
  if (output === "-" || (output === undefined && !flags.json && !io.stdout.isTTY)) return null;
  if (output !== undefined) return output;
  const own = plainName(session);
  const name = own !== null && findSecrets(own).length === 0 ? own.slice(0, 80) : shortId(session.id);
  return `${name}${range.turn === null ? "" : `-turn-${range.turn}`}.html`;
}

async function isToBeReplaced(path: string): Promise<boolean> {
  const found = await lstat(path).catch(absent);
  if (found && !found.isFile())
    throw new Failure(`not a file: ${safeLine(path)}`, {
      ...{ exit: "usage", code: "not_a_file", fix: "name another one: -o session.html" },
    });
  return found !== null;
}

/** What somebody must know before they share the file. */
async function notesOf(
  { style }: Context,
  { kinds, read }: { kinds: readonly FoundKind[] | null; read: ReadSession },
): Promise<string[]> {
  const { pictures, leftOut } = read;
  const lines =
    kinds === null ? ["nothing is masked: the file has every secret of the session"] : await maskedLines(kinds, style);
  if (pictures.size > 0) lines.push(`${pluralize(pictures.size, "picture")}: nothing in a picture is masked`);
  if (leftOut.size > 0)
    lines.push(
      `${pluralize(leftOut.size, "long text or picture")} left out: too long for the file, or not there any more`,
    );
  if (kinds !== null) lines.push("only what looks like a secret is found: read the file before you share it");
  return lines;
}

async function agree(
  context: Context,
  { file, isThere, kinds }: { file: string | null; isThere: boolean; kinds: readonly FoundKind[] | null },
): Promise<void> {
  const name = file === null ? "the session" : safeLine(file);
  const asItIs = kinds === null ? " with all secrets" : "";
  if (kinds === null || isThere) return confirm(context, `${isThere ? "replace" : "write"} ${name}${asItIs}?`);
  if (context.isInteractive && kinds.length > 0) await confirm(context, `write ${name}?`);
}

/** How many bytes it has. */
async function write(path: string, { content }: Prepared): Promise<number> {
  let bytes = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of htmlFile(content)) {
      bytes += chunk.length;
      yield chunk;
    }
  };
  await replaceFile(path, counted()).catch((cause: unknown) => {
    if (cause instanceof Failure || !isCode(cause, "ENOENT", "ENOTDIR", "EACCES", "EROFS", "EPERM", "ENOSPC"))
      throw cause;
    throw new Failure(`can't write ${safeLine(path)}`, {
      ...{ exit: "failed", code: "not_written", why: messageOf(cause), fix: "name another place: -o <file>", cause },
    });
  });
  return bytes;
}
