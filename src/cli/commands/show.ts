// `skein show`: a session's transcript, from its log.
import type { Client, ListedSession } from "../../client/index.ts";
import { whyOnlyRead } from "../../core/index.ts";
import { type Context, defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import type { Output } from "../io.ts";
import { commandsLine, commandTable } from "../prompt/agent-commands.ts";
import { describeMode, otherMode } from "../render/mode-now.ts";
import { sessionHeader } from "../render/session-header.ts";
import { displayName } from "../render/session-name.ts";
import { clientEnvironment } from "../session/client-environment.ts";
import { environmentLine } from "../session/environment.ts";
import { findSession, sessionArgument } from "../session/find-session.ts";
import { forkOrigin } from "../session/fork-origin.ts";
import { markAsRead } from "../session/mark-as-read.ts";
import { referenceTo } from "../session/reference.ts";
import { safeLine } from "../text/safe-text.ts";
import { tildePath } from "../text/tilde-path.ts";

const BLOB_NAME = /^[0-9a-f]{64}$/;

const flagsOfShow = {
  turns: { type: "string", value: "n", formerly: ["last"], summary: "Only the last <n> turns" },
  full: { type: "boolean", summary: "Whole prompts and the whole output of every tool" },
  commands: { type: "boolean", summary: "The agent's own commands" },
  native: { type: "boolean", summary: "The agent's own record of the conversation" },
  blob: { type: "string", value: "name", summary: "One long text, in full" },
  "no-pager": { type: "boolean", summary: "Do not use a pager" },
} as const;

export const command = defineCommand({
  name: "show",
  aliases: [],
  group: "HISTORY",
  summary: "Show a session's transcript",
  usage: "show [session]",
  details: [
    "--json prints the session's state instead: status, queue, open questions, usage, and the environment's age with the names of the",
    "variables that differ from this shell's.",
    "--native is for debugging an agent: it prints the file in which the agent itself keeps the conversation, if Skein knows it; with",
    "--json, the path of that file.",
    "--blob prints a text that is too long for the transcript; the transcript shows its name.",
    "In a terminal, output that does not fit goes to $PAGER, or to less; PAGER=cat turns that off.",
  ],
  effect: "reads",
  flags: flagsOfShow,
  maxPositionals: 1,
  async run(context) {
    const { openPager } = await import("../programs/open-pager.ts");
    const pager = openPager(context, !context.flags["no-pager"] && !context.flags.json);
    try {
      return await show(context, pager.output);
    } finally {
      await pager.close();
    }
  },
});

async function show(context: Context<typeof flagsOfShow>, output: Output): Promise<number> {
  const { io, flags, style, printJson } = context;
  const print = (line: string): void => void output.write(`${line}\n`);
  const last = parseCount(flags.turns);
  if (flags.blob !== undefined) {
    if (!BLOB_NAME.test(flags.blob))
      throw usageFailure(`--blob can't be "${flags.blob}"`, "give the name of a long text, as the transcript shows it");
    const { writeText } = await import("../text/write-text.ts");
    await writeText((await context.client()).blob(flags.blob), output);
    return exitCodes.ok.code;
  }
  const client = await context.client();
  const session = await findSession(client, sessionArgument(context).ref, context);
  if (flags.commands) return showCommands(client, session, { ...context, print });
  if (flags.native)
    return (await import("../history/native-record.ts")).showOwnRecord(client, session, context, output);
  if (flags.json) {
    const environment = await client.compareEnvironment(session.id, clientEnvironment(io)).catch(() => null);
    printJson({ v: 1, ...(await client.session(session.id)), environment });
    return exitCodes.ok.code;
  }
  for (const line of sessionHeader(session, { style, nowMs: io.now(), home: io.env.HOME })) print(line);
  const origin = await forkOrigin(client, session);
  if (origin !== null) print(style.dim(origin));
  const { state } = await client.session(session.id);
  const whyOnly = whyOnlyRead(state);
  print(
    style.dim(
      whyOnly === null ? await environmentLine(client, session, context) : `only for reading: ${safeLine(whyOnly)}`,
    ),
  );
  const ref = await referenceTo(client, session, context);
  const { binding } = state;
  if (otherMode(state) !== null) print(describeMode(state));
  const commands = commandsLine(binding.commands, ref);
  if (commands !== null) print(style.dim(commands));
  const { recordFiles } = await import("../history/native-record.ts");
  const [record] = binding.nativeFile === null ? [] : recordFiles(binding.nativeFile);
  if (record) print(style.dim(`the agent's own record: ${tildePath(record.path, io.env.HOME)}`));
  print("");
  const { writeTranscript } = await import("../history/write-transcript.ts");
  const after = last === null ? 0 : await startOfLastTurns(client, session, last);
  const writing = { io: { stdout: output }, style, after, isFull: flags.full, nowMs: io.now(), ref };
  await writeTranscript(client, session, writing);
  const isUnread = session.status === "waiting" && session.reason.code === "finished";
  if (isUnread && io.stdout.isTTY) await markAsRead(client, session.id, session.reason.seq);
  return exitCodes.ok.code;
}

async function showCommands(
  client: Client,
  session: ListedSession,
  { flags, print, printJson, say }: Context,
): Promise<number> {
  const { commands } = (await client.session(session.id)).state.binding;
  if (flags.json) printJson({ v: 1, session: session.id, commands });
  else if (commands === null || commands.length === 0)
    say(
      `${displayName(session)} has listed no commands${commands === null ? " yet; its agent does so when it starts" : ""}`,
    );
  else for (const line of await commandTable(commands)) print(line);
  return exitCodes.ok.code;
}

function parseCount(typed: string | undefined): number | null {
  if (typed === undefined) return null;
  if (/^[1-9]\d{0,5}$/.test(typed)) return Number(typed);
  throw usageFailure(`--turns can't be "${typed}"`, "give a number of turns, such as 3");
}

/** The position in the log before the last turns, searched from the end, so that the log's length does not matter. */
async function startOfLastTurns(client: Client, session: ListedSession, turns: number): Promise<number> {
  let left = turns;
  let before = session.head + 1;
  while (before > 1) {
    const { events, firstSeq } = await client.events(session.id, { before, limit: 1000 });
    for (const { type, seq } of events.toReversed()) {
      if (type === "turn_start" && --left === 0) return seq - 1;
    }
    const first = events[0]?.seq ?? firstSeq;
    if (first <= firstSeq) return 0;
    before = first;
  }
  return 0;
}
