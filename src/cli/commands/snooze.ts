// `skein snooze`: hides a session from lists until a time, or until it needs somebody.
import { type Context, defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { parseTime } from "../parse-time.ts";
import { displayName } from "../render/session-name.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";
import { clockTime } from "../text/clock-time.ts";

export const command = defineCommand({
  name: "snooze",
  aliases: [],
  group: "WORK",
  summary: "Hide a session from lists until later",
  usage: "snooze <session> [2h | tomorrow | 09:00 | <time>] | --off",
  details: [
    "Without a time: until it needs you, or has a result. A question, a failure, a used-up quota and a prompt of yours end it in any case.",
    "After the time it is marked as unread. `tomorrow` is tomorrow at 09:00. skein sessions --all lists snoozed sessions, too.",
  ],
  examples: ["skein snooze api 2h", 'skein snooze api "tomorrow 14:00"', "skein snooze api", "skein snooze api --off"],
  effect: "acts",
  flags: { ...lastFlag, off: { type: "boolean", summary: "End it now" } },
  maxPositionals: 2,
  async run(context) {
    const { io, flags, say, printJson } = context;
    const { ref, rest } = sessionArgument(context, flags.last);
    const [typed] = rest;
    if (ref === undefined || (flags.off && typed !== undefined))
      throw usageFailure(
        ref === undefined ? "no session named" : "a time and --off don't go together",
        "usage: skein snooze <session> [<time>], or --off (a time is 2h, tomorrow or 09:00)",
      );
    const until = typed === undefined ? null : new Date(timeOf(typed, context)).toISOString();
    const client = await context.client();
    const session = await findSession(client, ref, context);
    await client.arrange(session.id, { snooze: flags.off ? null : { until } });
    const name = displayName(session);
    if (flags.json) printJson({ v: 1, session: session.id, name: session.name, snooze: flags.off ? null : { until } });
    if (flags.off) say(`${name} is listed again`);
    else
      say(
        `snoozed ${name}, ${until === null ? "until it needs you, or has a result" : `until it needs you, or ${clockTime(until, io.now())}`}`,
      );
    return exitCodes.ok.code;
  },
});

/** A bare duration or day is what people type here. */
function timeOf(typed: string, { io }: Pick<Context, "io">): number {
  const given = typed.trim().toLowerCase();
  const whole = /^(\d+[smhd])+$/.test(given) ? `+${given}` : given === "tomorrow" ? "tomorrow 09:00" : typed;
  return parseTime(whole, { nowMs: io.now(), flag: "the time", durations: "10m, 2h" });
}
