// `skein verify`: checks that a session, or an exported file, is intact.
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type ListedSession, ProblemError } from "../../client/index.ts";
import { type Context, defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { displayName } from "../render/session-name.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";
import { pluralize } from "../text/numbers.ts";
import { safeLine } from "../text/safe-text.ts";

export const command = defineCommand({
  name: "verify",
  aliases: [],
  group: "HISTORY",
  summary: "Check that a session, or an exported file, is intact",
  usage: "verify [session | file]",
  details: [
    "A session: every event by its hash chain, what a fork depends on, and every long text. A file: that it has events, one per line,",
    "without gaps. If something is wrong, it names the first place and exits with 1.",
  ],
  examples: ["skein verify api", "skein verify api.jsonl"],
  effect: "reads",
  flags: lastFlag,
  maxPositionals: 1,
  async run(context) {
    const { flags, cwd } = context;
    const { ref } = sessionArgument(context, flags.last);
    if (flags.session === undefined && ref !== undefined && /\/|\.jsonl$/.test(ref))
      return verifyExport(context, resolve(cwd, ref));
    const client = await context.client();
    try {
      return await verifySession(context, await findSession(client, ref, context));
    } catch (error) {
      const isUnknown = error instanceof ProblemError && error.code === "session_not_found";
      if (!isUnknown || ref === undefined || !isFile(resolve(cwd, ref))) throw error;
      return verifyExport(context, resolve(cwd, ref));
    }
  },
});

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

async function verifySession(context: Context, session: ListedSession): Promise<number> {
  const answer = await (await context.client()).verify(session.id);
  if (context.flags.json) context.printJson({ v: 1, ok: answer.broken === null, ...answer });
  const { broken, events, blobs } = answer;
  if (broken)
    throw new Failure(`${displayName(session)} is damaged at event ${broken.seq}`, {
      exit: "failed",
      code: "damaged",
      why: safeLine(broken.text),
      fix: "repair it from backups and readable data: skein daemon recover",
      facts: { seq: broken.seq },
    });
  const texts = blobs > 0 ? ` and ${pluralize(blobs, "long text")}` : "";
  context.say(`${displayName(session)} is intact: ${pluralize(events, "event")}${texts}`);
  return exitCodes.ok.code;
}

async function verifyExport({ flags, say, printJson }: Context, path: string): Promise<number> {
  const shown = safeLine(path);
  if (!isFile(path))
    throw new Failure(`${existsSync(path) ? "not a file" : "no such file"}: ${shown}`, {
      exit: "notFound",
      code: "path_not_found",
      fix: "name an exported file, or a session",
    });
  const { isForeign, verifyFile } = await import("../history/verify-file.ts");
  const verified = await verifyFile(path);
  const { events, unknown, broken } = verified;
  if (flags.json) printJson({ v: 1, ok: broken === null, file: path, events, unknown, broken });
  if (broken && isForeign(verified))
    throw new Failure(`${shown} was not written by skein export`, {
      exit: "failed",
      code: "not_an_export",
      why: safeLine(`line 1: ${broken.text}`),
      fix: "name an exported file, or a session",
      facts: { line: broken.line },
    });
  if (broken)
    throw new Failure(`${shown} is damaged in line ${broken.line}`, {
      exit: "failed",
      code: "damaged",
      why: safeLine(broken.text),
      fix: "if the session still exists, export it again: skein export <session>",
      facts: { line: broken.line, seq: broken.seq },
    });
  const newer = unknown > 0 ? `, ${unknown} of types from a newer version` : "";
  say(`${shown} is intact: ${pluralize(events, "event")}${newer}`);
  return exitCodes.ok.code;
}
