// `skein kill`: ends a session's process, all of it, and says when it is gone. The history stays.
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { displayName, referenceOf } from "../render/session-name.ts";
import { findSession, sessionArgument } from "../session/find-session.ts";

const PATIENCE_MS = 30_000;

export const command = defineCommand({
  name: "kill",
  aliases: ["stop"],
  group: "WORK",
  summary: "End the agent's process, keep the history",
  usage: "kill <session>",
  details: ["The next prompt opens the session again, where it was."],
  flags: {},
  maxPositionals: 1,
  async run(context) {
    const { io, flags, cwd, say, printJson } = context;
    const { ref } = sessionArgument(context);
    if (ref === undefined)
      throw usageFailure("no session named", "usage: skein kill <session> (@ is the directory's own)");
    const client = await context.client();
    const session = await findSession(client, ref, cwd);
    const { outcome, seq } = await client.stop(session.id);
    const hadProcess = outcome.wasRunning === true;
    if (hadProcess) {
      const { awaitAgentExit } = await import("../session/await-event.ts");
      await awaitAgentExit(client, { session, after: Math.max(0, seq - 1), io, timeoutMs: PATIENCE_MS });
    }
    if (flags.json) printJson({ v: 1, session: session.id, stopped: true, hadProcess });
    const what = hadProcess ? "stopped" : "was not running";
    say(`${displayName(session)} ${what}; its history stays: skein show ${referenceOf(session)}`);
    return exitCodes.ok.code;
  },
});
