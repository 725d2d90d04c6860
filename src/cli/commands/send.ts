// `skein send`: sends a prompt to a session; it is queued while the agent is busy.
import { inOwnSpelling, isUuid } from "../../core/index.ts";
import { defineCommand } from "../command.ts";
import { parseDurationMs } from "../duration.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { type FileValues, fileFlags, hasFiles, takesStdin } from "../input/file-flags.ts";
import { readPrompt, readWords } from "../input/read-prompt.ts";
import { tellOfLeftStdin } from "../input/unread-stdin.ts";
import type { Io } from "../io.ts";
import { commandLine, commandNameIn, unknownCommand } from "../prompt/agent-commands.ts";
import { describeSent } from "../prompt/describe-sent.ts";
import { checkPromptOptions, promptOptionFlags, promptOptionsOf } from "../prompt/prompt-options.ts";
import { displayName } from "../render/session-name.ts";
import { findSession, lastFlag, PREVIOUS, sessionArgument } from "../session/find-session.ts";
import { referenceTo } from "../session/reference.ts";
import { agentText } from "../text/agent-text.ts";
import { safeLine } from "../text/safe-text.ts";
import { shellWord } from "../text/shell-word.ts";
import { interruptsFromNow } from "../wait/deadline.ts";

export const command = defineCommand({
  name: "send",
  aliases: [],
  group: "WORK",
  summary: "Send a prompt; while the agent is busy, it is queued",
  usage: 'send <session> "<text>" | -',
  details: [
    'The text can come from stdin (UTF-8): with "-" after the session, or through a pipe. A text that starts with "-" goes after "--".',
    "Images and files are sent inside the prompt or as a path, depending on the agent; up to 20 files, 20 MB in total.",
    "While the agent works the prompt is queued (see: skein help queue), unless --now stops the turn or --steer adds to it.",
    "A text that begins with a slash is sent as text. --command sends one of the agent's own commands: skein show <session> --commands",
    "lists them.",
    "--wait reports on stderr what it waits for, prints the agent's last message and exits with 0 (completed), 6 (failed), 7 (timeout), 8",
    "(a person is needed: a question, a held queue, a used-up budget), 9 (cancelled) or 130 (stopped). It waits for the turn, not for",
    "background tasks.",
    "Sending the same --prompt-id again, with the same text and flags, sends nothing: it prints the outcome of the first one.",
    '--json prints {"v":1,"session":{"id","name"},"promptId","state","seq","turn","message",…}; state is queued, waiting, done, failed,',
    "interrupted or withdrawn.",
  ],
  examples: [
    'skein send api "run the tests" --wait',
    'skein send api "what is wrong here?" --image shot.png',
    'skein send api "stop, do this first" --now',
    'skein send api "deploy" --at 09:00',
    'skein send api --command "/compact keep the plan"',
    "git diff | skein send api -",
    'skein send @ -- "-v is broken"',
  ],
  effect: "acts",
  flags: {
    ...lastFlag,
    ...promptOptionFlags,
    ...fileFlags,
    command: { type: "boolean", summary: "Send one of the agent's own commands, such as /compact" },
    wait: { type: "boolean", formerly: ["w"], summary: "Wait for the end of the turn and print the last message" },
    timeout: { type: "string", value: "30s", summary: "With --wait: give up after this long; the turn continues" },
    "prompt-id": { type: "string", value: "uuid", summary: "Your own id for the prompt, to make a retry harmless" },
  },
  maxPositionals: 2,
  takesText: true,
  async run(context) {
    const { io, flags, cwd, print, printJson, say } = context;
    const { ref, rest } = sessionArgument(context, flags.last);
    const promptId = checkedId(flags["prompt-id"]);
    const timeoutMs = flags.timeout === undefined ? null : parseDurationMs(flags.timeout, "--timeout");
    if (timeoutMs !== null && !flags.wait)
      throw usageFailure("--timeout goes with --wait", "add --wait, or omit --timeout");
    if (ref === undefined)
      throw usageFailure("no session named", 'usage: skein send <session> "<text>" (@ is this directory\'s session)');
    if (ref === PREVIOUS && flags.session === undefined && rest.length === 0)
      throw usageFailure(
        '"-" alone is the text from stdin, or the previously selected session',
        'write skein send @ - to read the text from stdin, or skein send - "…" for that session',
      );
    const nowMs = io.now();
    checkPromptOptions(flags, nowMs);
    if (flags.command && flags.steer)
      throw usageFailure("--command and --steer don't go together", "a command can't be added to a running turn");
    const attached = hasFiles(flags) ? await import("../input/attached-files.ts") : null;
    const files = (await attached?.readFiles(flags, { io, cwd })) ?? [];
    const text = attached ? await textBeside(flags, rest[0], io) : await readPrompt(rest[0], io);
    if (text === null) {
      const isOneWord = flags.session === undefined && rest.length === 0;
      const orText = isOneWord ? `; if that is the text: skein send @ ${shellWord(ref)}` : "";
      throw usageFailure("no text to send", `write it: skein send ${safeLine(shellWord(ref))} "…"${safeLine(orText)}`);
    }

    if (flags.command && commandNameIn(text) === null)
      throw usageFailure(
        'a command begins with "/" and its name',
        `write it so: skein send ${ref} --command "/name …"`,
      );

    const { finishPrompt, outcomeFacts, promptFacts, sendPrompt, waitForPrompt } = await import(
      "../prompt/send-prompt.ts"
    );
    // Only people may put a prompt before others, or send an agent's own commands.
    const confirms = flags.now === true || flags.first === true || flags.command === true;
    const client = await context.client({ confirms });
    const session = await findSession(client, ref, context);
    const promptOptions = await promptOptionsOf(client, session, { flags, nowMs, io, cwd });
    const refer = (): Promise<string> => referenceTo(client, session, context);
    const interrupts = flags.wait ? interruptsFromNow(io) : io;
    const sent = await sendPrompt(client, session, {
      text,
      ...(flags.command ? { command: true } : {}),
      files: (await attached?.uploadFiles(client, files)) ?? [],
      ...promptOptions,
      ...(promptId === undefined ? {} : { id: promptId }),
    }).catch(async (error) => {
      throw (await unknownCommand(error, refer)) ?? error;
    });
    const name = displayName(session);
    const see = `skein ${flags.wait ? "show" : "queue"} ${safeLine(shellWord(name))}`;
    io.noteDone?.(`the prompt is stored for ${name}, so don't send it again; to see it: ${see}`, !flags.wait);
    if (sent.delivery.answer?.outcome.asText && !flags.quiet && !flags.json)
      io.stderr.write(`sent as text; as a command: ${safeLine(commandLine(await refer(), text))}\n`);
    if (!takesStdin(flags)) tellOfLeftStdin(context, rest[0], "--file -");
    const facts = { v: 1, session: { id: session.id, name: session.name }, ...promptFacts(sent) };
    if (!flags.wait) {
      if (flags.json) printJson(facts);
      else if (!flags.quiet) say(await describeSent(client, sent, { io, cwd, nowMs, steers: flags.steer }));
      return exitCodes.ok.code;
    }
    const called = await refer();
    const finished = await waitForPrompt(client, sent, {
      ...{ io, interrupts, timeoutMs },
      isQuiet: flags.quiet || flags.json,
    });
    if (flags.json) printJson({ ...facts, ...outcomeFacts(finished) });
    await finishPrompt(client, { ...sent, ref: called }, finished, io);
    const message = finished.outcome?.kind === "ended" ? (finished.outcome.message ?? "") : "";
    if (!flags.json) print(io.stdout.isTTY ? agentText(message, context.style) : message);
    return exitCodes.ok.code;
  },
});

/** Files need no text. stdin is either a file or the text. */
async function textBeside(flags: FileValues, typed: string | undefined, io: Pick<Io, "stdin">): Promise<string> {
  if (!takesStdin(flags)) return readWords(typed, io);
  if (typed === "-")
    throw usageFailure("stdin can't be the text and a file", "write the text, or give the file's path");
  return typed ?? "";
}

function checkedId(typed: string | undefined): string | undefined {
  if (typed === undefined || isUuid(inOwnSpelling(typed))) return typed;
  throw usageFailure(`--prompt-id can't be "${typed}"`, "give a UUID, such as uuidgen makes");
}
