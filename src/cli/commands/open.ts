// `skein open`: opens a session's directory in the file manager or an editor, or prints its path.
import { statSync } from "node:fs";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { desktopOpener, editDirectory, showInDesktop } from "../programs/open-directory.ts";
import { editorFor } from "../programs/open-editor.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";
import { attachReference } from "../session/reference.ts";
import { safeLine } from "../text/safe-text.ts";

export const command = defineCommand({
  name: "open",
  aliases: [],
  group: "CONNECT",
  summary: "Open the directory in which a session works",
  usage: "open [session]",
  details: [
    "It opens the directory; to open the session: skein attach <session>. On a desktop it opens the file manager, otherwise it prints the",
    "path. --editor opens it in $VISUAL or $EDITOR. Nothing in the directory is run.",
  ],
  examples: ["skein open api", "skein open api --editor", 'cd "$(skein open api)"'],
  effect: "reads",
  flags: { ...lastFlag, editor: { type: "boolean", short: "e", summary: "In $VISUAL or $EDITOR" } },
  maxPositionals: 1,
  async run(context) {
    const { io, flags, print, say, printJson } = context;
    const client = await context.client();
    const session = await findSession(client, sessionArgument(context, flags.last).ref, context);
    const { path } = session.workspace;
    refuseMissing(path);
    if (context.isInteractive && !flags.editor && !flags.quiet && !flags.json) {
      const ref = await attachReference(client, session, context);
      io.stderr.write(`this opens its directory; to open the session: skein attach ${ref}\n`);
    }
    const opener = flags.editor || !context.isInteractive ? null : desktopOpener(io.env, path);
    const isShown = opener !== null && (await showInDesktop(opener, path, io.env));
    const opened = flags.editor ? await editDirectory(path, editorFor(context), io.env) : isShown ? opener : null;
    if (flags.json) printJson({ v: 1, session: session.id, path, opened });
    // A program needs the exact path.
    else if (opened === null) print(io.stdout.isTTY ? safeLine(path) : path);
    else say(`opened ${safeLine(path)}`);
    return exitCodes.ok.code;
  },
});

function refuseMissing(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new Failure(`the session's directory is gone: ${safeLine(path)}`, {
    exit: "notFound",
    code: "path_not_found",
    fix: "restore the directory; the session's history is still available: skein show",
  });
}
