// `skein clear`: a new session in place of this one, which is kept.
import type { SessionState } from "../../core/index.ts";
import { beginSession } from "../attach/begin-session.ts";
import { workOf } from "../batch/work-in-progress.ts";
import { defineCommand } from "../command.ts";
import { taskNames } from "../render/background.ts";
import { displayName, nameAndId } from "../render/session-name.ts";
import { clientEnvironment } from "../session/client-environment.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";
import { referenceTo } from "../session/reference.ts";
import { pluralize } from "../text/numbers.ts";
import { safeLine } from "../text/safe-text.ts";

export const command = defineCommand({
  name: "clear",
  aliases: [],
  group: "START",
  summary: "Start a fresh session here; the old one is kept",
  usage: "clear [session]",
  details: [
    "The new session has the same agent, directory, mode, model and limits, knows nothing of the conversation, and becomes the",
    "directory's default session. In a terminal it is opened, unless --detach is given.",
  ],
  examples: ["skein clear", "skein clear api --detach"],
  effect: "acts",
  flags: { ...lastFlag, detach: { type: "boolean", short: "d", summary: "Do not open the session" } },
  maxPositionals: 1,
  async run(context) {
    const { io, flags } = context;
    const client = await context.client();
    const source = await findSession(client, sessionArgument(context, flags.last).ref, context);
    const made = await client.clear(source.id, { env: clientEnvironment(io) });
    const { turn, tasks, queued } = await workOf(client, source);
    const goesOn = [
      ...(turn === null ? [] : [`its turn ${turn} continues`]),
      ...(tasks.length > 0 ? [`${taskNames(tasks)} ${tasks.length === 1 ? "continues" : "continue"} there`] : []),
      ...(queued.length > 0
        ? [`${pluralize(queued.length, "prompt")} ${queued.length === 1 ? "stays" : "stay"} queued there`]
        : []),
    ];
    const line = [
      `created ${nameAndId(made.session)} in place of ${displayName(source)}, which is kept: skein show ${await referenceTo(client, source, context)}`,
      ...goesOn,
      ...takenOver((await client.session(made.session.id)).state),
    ].join("; ");
    return beginSession(client, context, {
      made,
      text: null,
      typed: undefined,
      isDetached: flags.detach,
      isKept: true,
      line,
    });
  },
});

/** The settings that the new session has copied. */
function takenOver({ setting: { mode, model }, limit }: SessionState): string[] {
  const set = [
    ...(mode === null ? [] : [`mode ${safeLine(mode)}`]),
    ...(model === null ? [] : [`model ${safeLine(model)}`]),
    ...(Object.keys(limit.own).length === 0 ? [] : ["limits"]),
  ];
  return set.length === 0 ? [] : [`copied: ${set.join(", ")}`];
}
