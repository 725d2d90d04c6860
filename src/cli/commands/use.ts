// `skein use`: makes a session its directory's default.
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { displayName, shortId } from "../render/session-name.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";
import { tildePath } from "../text/tilde-path.ts";

export const command = defineCommand({
  name: "use",
  aliases: [],
  group: "START",
  summary: "Make a session its directory's default",
  usage: "use <session>",
  details: ["`skein` in that directory opens it, and commands without a session use it."],
  effect: "acts",
  flags: lastFlag,
  maxPositionals: 1,
  async run(context) {
    const { io, flags, say, printJson } = context;
    const { ref } = sessionArgument(context, flags.last);
    if (ref === undefined) throw usageFailure("no session named", "usage: skein use <session>");
    const client = await context.client();
    const session = await findSession(client, ref, context);
    await client.select(session.id);
    if (flags.json) printJson({ v: 1, session: { ...session, active: true } });
    const id = session.name === null ? "" : ` (${shortId(session.id)})`;
    say(`selected ${displayName(session)}${id} in ${tildePath(session.workspace.path, io.env.HOME)}`);
    return exitCodes.ok.code;
  },
});
