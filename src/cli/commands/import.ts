// `skein import`: a session from a file that `skein export` wrote, here or on another machine.
import { createReadStream, existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { ImportAnswer } from "../../client/index.ts";
import { type Context, defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure, usageFailure } from "../failure.ts";
import { nameAndId } from "../render/session-name.ts";
import { attachReference } from "../session/reference.ts";
import { pluralize } from "../text/numbers.ts";
import { safeLine } from "../text/safe-text.ts";

export const command = defineCommand({
  name: "import",
  aliases: [],
  group: "HISTORY",
  summary: "Import an exported session, or the sessions of another program",
  usage: "import <file> | --from <program> [directory]",
  details: [
    "All or nothing: the file is checked line by line first, and what was written is read back. `-` reads from stdin. The session keeps",
    "its id unless --as-new is given, and stays idle until you send a prompt.",
    "Its running work stays where it was, and decisions made there do not apply here: no rules, mode, model or limits. What was left out",
    "is shown.",
    "--from mitto takes all sessions of Mitto: from where it keeps them, or from the directory that is given. It lists them and asks, takes",
    "only what is new when it is run again, and compares what is in the log afterwards with what was counted there. Nothing is changed there,",
    "and nothing is sent to an agent.",
  ],
  examples: [
    "skein import api.jsonl",
    "skein export api --blobs | ssh other skein import -",
    "skein import --from mitto --dry-run",
  ],
  effect: "none",
  flags: {
    "as-new": { type: "boolean", summary: "Import under a new id, for example if it exists here already" },
    from: { type: "string", value: "program", summary: "All sessions of another program: mitto" },
    "dry-run": { type: "boolean", formerly: ["n"], summary: "Only check the file, or list the sessions" },
  },
  maxPositionals: 1,
  async run(context) {
    const { flags, positionals } = context;
    const [file] = positionals;
    if (flags.from !== undefined) {
      if (flags["as-new"]) throw usageFailure("--as-new and --from don't go together", "omit --as-new");
      const { importFrom } = await import("../import/import-from.ts");
      return importFrom(context, { system: flags.from, directory: file, isDry: flags["dry-run"] });
    }
    if (file === undefined) throw usageFailure("no file given", "name what skein export wrote: skein import api.jsonl");
    const content = contentOf(context, file);
    const client = await context.client({ confirms: true });
    await client.introduce([{ route: "importSession" }]);
    const answer = await client.importSession(content, { asNew: flags["as-new"], dry: flags["dry-run"] });
    const { session } = answer;
    tell(context, answer, session ? await attachReference(client, session, context) : "");
    return exitCodes.ok.code;
  },
});

function contentOf({ io, cwd }: Context, file: string): AsyncIterable<Uint8Array> {
  if (file === "-") return io.stdin;
  const path = resolve(cwd, file);
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return createReadStream(path);
  throw new Failure(`${existsSync(path) ? "not a file" : "no such file"}: ${safeLine(path)}`, {
    exit: "notFound",
    code: "path_not_found",
    fix: "name a file that skein export wrote, or - for stdin",
  });
}

function tell({ flags, say, printJson }: Context, answer: ImportAnswer, ref: string): void {
  const { session, from, events, unknown, missingBlobs, left } = answer;
  if (flags.json) printJson({ v: 1, ...answer });
  if (session) say(`imported ${nameAndId(session)}: ${pluralize(events, "event")}; open it: skein attach ${ref}`);
  else say(`it can be imported: session ${safeLine(from)}, ${pluralize(events, "event")}; nothing was imported`);
  if (session) say(`its directory is ${safeLine(session.workspace.path)}`);
  if (session?.shelf === "archived") say(`it is archived, as it was there; to list it, run: skein unarchive ${ref}`);
  for (const { text } of left) say(`not imported: ${safeLine(text)}`);
  if (session && session.id !== from) say(`it was session ${safeLine(from)} in the file`);
  if (unknown > 0) say(`${pluralize(unknown, "event")} of types from a newer version: kept unchanged`);
  if (missingBlobs > 0)
    say(`${pluralize(missingBlobs, "long text")} only in part: export with --blobs to include all of it`);
}
