// `skein last`: the agent's last message, in full, and nothing else.
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { displayName } from "../render/session-name.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";
import { markAsRead } from "../session/mark-as-read.ts";
import { referenceTo } from "../session/reference.ts";
import { agentText } from "../text/agent-text.ts";

export const command = defineCommand({
  name: "last",
  aliases: [],
  group: "HISTORY",
  summary: "Print the agent's last message",
  usage: "last [session]",
  details: [
    "The whole message, as the agent wrote it, also while the agent works. Exit code 3 if it has said nothing yet.",
    '--json prints {"v":1,"session":{"id","name"},"message","turn","seq","at"}.',
  ],
  examples: ["skein last api", "skein last api | pbcopy", "skein last --json | jq -r .message"],
  effect: "reads",
  flags: lastFlag,
  maxPositionals: 1,
  async run(context) {
    const { io, flags, print, printJson } = context;
    const [client, { lastMessage }] = await Promise.all([context.client(), import("../history/last-message.ts")]);
    const session = await findSession(client, sessionArgument(context, flags.last).ref, context);
    const said = await lastMessage(client, session.id, session);
    if (!said)
      throw new Failure(`${displayName(session)} has said nothing yet`, {
        exit: "notFound",
        code: "no_message",
        fix: `see the transcript: skein show ${await referenceTo(client, session, context)}`,
      });
    const { text: message, ...place } = said;
    if (flags.json) printJson({ v: 1, session: { id: session.id, name: session.name }, message, ...place });
    else print(io.stdout.isTTY ? agentText(message, context.style) : message);
    const isUnread = session.status === "waiting" && session.reason.code === "finished";
    if (isUnread && io.stdout.isTTY) await markAsRead(client, session.id, session.reason.seq);
    return exitCodes.ok.code;
  },
});
