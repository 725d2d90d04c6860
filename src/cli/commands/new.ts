// `skein new`: a session of its own, with a first prompt or without.
import { type Context, defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { safeText } from "../render/safe-text.ts";
import { displayName, referenceOf, shortId } from "../render/session-name.ts";
import { tildePath } from "../render/tilde-path.ts";
import { clientEnvironment } from "../session/client-environment.ts";
import { openLive } from "../session/open-session.ts";
import { readPrompt } from "../session/read-prompt.ts";

export const command = defineCommand({
  name: "new",
  aliases: [],
  group: "START",
  summary: "Start a session",
  usage: 'new ["<prompt>" | -]',
  details: [
    "In a terminal it opens the session, unless --detach is given. Without one it waits for the end of the turn and prints the",
    "agent's last message, with the exit codes of `send --wait`; without a prompt it only creates the session.",
    '--json prints {"v":1,"session":{"id",…},…}.',
  ],
  examples: ['skein new "fix the flaky test" --name fix', 'skein new "update the docs" --detach --json'],
  flags: {
    name: { type: "string", short: "n", value: "name", summary: "What to call it" },
    agent: { type: "string", short: "a", value: "agent", summary: "Which agent works in it" },
    detach: { type: "boolean", short: "d", summary: "Do not open it and do not wait" },
  },
  maxPositionals: 1,
  takesText: true,
  async run(context) {
    const { io, flags, cwd, positionals, say, printJson } = context;
    const text = positionals[0] === undefined ? null : await readPrompt(positionals[0], io);
    const client = await context.client();
    const created = await client.create({
      cwd,
      env: clientEnvironment(io),
      ...(flags.name === undefined ? {} : { name: flags.name }),
      ...(flags.agent === undefined ? {} : { agent: flags.agent }),
    });
    const { session } = created;
    const facts = { v: 1, session, workspace: created.workspace, created: created.created };
    const opens = context.isInteractive && !flags.detach && !flags.json;
    if (text === null) {
      if (opens) return openLive(client, session, context);
      if (flags.json) printJson(facts);
      say(createdLine(context, session));
      return exitCodes.ok.code;
    }
    const { finishPrompt, outcomeFacts, promptFacts, sendPrompt, waitForPrompt } = await import(
      "../session/send-prompt.ts"
    );
    const sent = await sendPrompt(client, session, { text });
    if (opens) return openLive(client, { ...session, head: sent.delivery.seq }, context);
    const sentFacts = { ...facts, ...promptFacts(sent) };
    if (flags.detach) {
      if (flags.json) printJson(sentFacts);
      say(createdLine(context, session));
      say(`follow it: skein follow ${referenceOf(session)}`);
      return exitCodes.ok.code;
    }
    const finished = await waitForPrompt(client, sent, { io, timeoutMs: null });
    if (flags.json) printJson({ ...sentFacts, ...outcomeFacts(finished) });
    await finishPrompt(client, sent, finished);
    if (!flags.json && finished.outcome?.kind === "ended") {
      const { message } = finished.outcome;
      context.print(io.stdout.isTTY ? safeText(message ?? "") : (message ?? ""));
    }
    return exitCodes.ok.code;
  },
});

function createdLine(
  { io }: Context,
  session: Parameters<typeof displayName>[0] & { workspace: { path: string } },
): string {
  const id = session.name === null ? "" : ` (${shortId(session.id)})`;
  return `created ${displayName(session)}${id} in ${tildePath(session.workspace.path, io.env.HOME)}`;
}
