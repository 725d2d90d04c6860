// `skein rename`: sets or removes a session's name.
import type { ListedSession } from "../../client/index.ts";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { displayName, shortId } from "../render/session-name.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";
import { nameGiven } from "../session/name-given.ts";
import { safeLine } from "../text/safe-text.ts";

export const command = defineCommand({
  name: "rename",
  aliases: [],
  group: "WORK",
  summary: "Set or remove a session's name",
  usage: "rename <session> <name> | --none",
  details: ["Names are unique in a directory. The id stays and always works, too."],
  examples: ["skein rename 3f2a fix-login", "skein rename @ fix-login", "skein rename fix-login --none"],
  effect: "acts",
  flags: { ...lastFlag, none: { type: "boolean", summary: "Remove the name" } },
  maxPositionals: 2,
  async run(context) {
    const { flags, say, printJson } = context;
    const { ref, rest } = sessionArgument(context, flags.last);
    const [typed] = rest;
    if (ref === undefined || (typed === undefined) === !flags.none)
      throw usageFailure(
        ref === undefined ? "no session named" : flags.none ? "a name and --none don't go together" : "no name given",
        "usage: skein rename <session> <name> (@ is this directory's session), or --none",
      );
    const name = flags.none ? null : nameGiven(typed ?? "");
    const client = await context.client();
    const session = await findSession(client, ref, context);
    await client.rename(session.id, name);
    if (flags.json) printJson({ v: 1, session: session.id, name, before: session.name });
    say(toldAs(session, name));
    return exitCodes.ok.code;
  },
});

function toldAs(session: ListedSession, name: string | null): string {
  const before = displayName(session);
  if (session.name === name) return name === null ? `${before} has no name` : `${before} has that name already`;
  return name === null
    ? `removed the name of ${before}: ${shortId(session.id)}`
    : `renamed ${before} to ${safeLine(name)}`;
}
