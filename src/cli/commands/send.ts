// `skein send`: a prompt for a session, now or after what it is doing.
import { defineCommand } from "../command.ts";
import { parseDurationMs } from "../duration.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { safeText } from "../render/safe-text.ts";
import { displayName } from "../render/session-name.ts";
import { findSession, sessionArgument } from "../session/find-session.ts";
import { readPrompt } from "../session/read-prompt.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const command = defineCommand({
  name: "send",
  aliases: [],
  group: "WORK",
  summary: "Send a prompt; while the agent is busy it queues",
  usage: 'send <session> "<text>" | -',
  details: [
    'The text may come from stdin: with "-", or through a pipe. A text that starts with "-" goes after "--".',
    "With --wait it prints the agent's last message and ends with 0 (completed), 6 (failed), 7 (timeout),",
    "8 (the agent waits for an answer) or 130 (interrupted).",
    "The same --prompt-id sent again does nothing twice: it tells what came of the first one.",
  ],
  examples: ['skein send api "run the tests" --wait', "git diff | skein send api -", 'skein send @ -- "-v is broken"'],
  flags: {
    wait: { type: "boolean", short: "w", summary: "Wait for the end of the turn and print the last message" },
    timeout: { type: "string", value: "30s", summary: "With --wait: give up after this long; the turn goes on" },
    "prompt-id": { type: "string", value: "uuid", summary: "Your own id for the prompt, to make a retry harmless" },
  },
  maxPositionals: 2,
  takesText: true,
  async run(context) {
    const { io, flags, cwd, print, printJson, say } = context;
    const { ref, rest } = sessionArgument(context);
    const promptId = checkedId(flags["prompt-id"]);
    const timeoutMs = flags.timeout === undefined ? null : parseDurationMs(flags.timeout, "--timeout");
    if (ref === undefined)
      throw usageFailure("no session named", 'usage: skein send <session> "<text>" (@ is the directory\'s own)');
    const text = await readPrompt(rest[0], io);
    if (text === null) throw usageFailure("no text to send", `write it: skein send ${ref} "…"`);

    const { finishPrompt, outcomeFacts, positionOf, promptFacts, sendPrompt, waitForPrompt } = await import(
      "../session/send-prompt.ts"
    );
    const client = await context.client();
    const session = await findSession(client, ref, cwd);
    const sent = await sendPrompt(client, session, { text, promptId });
    const facts = { v: 1, session: { id: session.id, name: session.name }, prompt: promptFacts(sent) };
    if (!flags.wait) {
      if (flags.json) printJson(facts);
      const position = positionOf(sent);
      const what =
        position === 0
          ? `sent to ${displayName(session)}`
          : `queued for ${displayName(session)} at position ${position}`;
      say(sent.answer.replayed ? `${what} (before: this id is known)` : what);
      return exitCodes.ok.code;
    }
    const finished = await waitForPrompt(client, sent, { io, timeoutMs });
    if (flags.json) printJson({ ...facts, ...outcomeFacts(finished) });
    await finishPrompt(client, sent, finished);
    const message = finished.outcome?.kind === "ended" ? (finished.outcome.message ?? "") : "";
    if (!flags.json) print(io.stdout.isTTY ? safeText(message) : message);
    return exitCodes.ok.code;
  },
});

function checkedId(typed: string | undefined): string | undefined {
  if (typed === undefined || UUID.test(typed)) return typed;
  throw usageFailure(`--prompt-id can't be "${typed}"`, "give a UUID, such as uuidgen makes");
}
