// `skein queue`: shows and changes a session's queue.
import { type Context, defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { type Failure, usageFailure } from "../failure.ts";
import { QueueCommand, queueFlags } from "../queue/queue-command.ts";
import { type Verb, verbs } from "../queue/verbs.ts";
import { queueTable } from "../render/queue-table.ts";
import { displayName } from "../render/session-name.ts";
import { findSession, sessionArgument } from "../session/find-session.ts";
import { referenceTo } from "../session/reference.ts";
import { suggest } from "../suggest.ts";

const MAX_WORDS = 4;

export const command = defineCommand({
  name: "queue",
  aliases: [],
  group: "WORK",
  summary: "Show or change the queue",
  usage: "queue [session] [verb …]",
  details: [
    ...verbs.map(({ usage }) => `  skein queue <session> ${usage}`),
    "",
    "<n> is a number in the list, or a prefix of a prompt's id. Prompts go to the agent in order when it is idle, also while background",
    "tasks run. A prompt that is held, or waits for a time or another prompt, lets the ones behind it pass.",
    "hold and release without a number apply to the whole queue; if the queue itself is not held, release releases all prompts that are",
    "held one by one, as after kill. release with a number removes whatever holds that prompt back. edit without a text opens $EDITOR.",
    "A prompt that a person sends to a held queue goes alone; an agent's prompt waits, and so does everyone's where the system does not",
    "report who calls.",
    'A time is 09:00, "tomorrow 09:00", +10m or 2026-01-31T09:00.',
  ],
  examples: [
    "skein queue api",
    'skein queue api edit 2 "then update the README"',
    "skein queue api move 3 --first",
    "skein queue api at 1 +30m",
  ],
  effect: {
    acts: "with a verb",
    when: ({ flags, positionals }) => positionals.length > (flags.session === undefined ? 1 : 0),
  },
  flags: queueFlags,
  maxPositionals: MAX_WORDS,
  takesText: true,
  async run(context) {
    const { ref, rest } = sessionArgument(context);
    const [word, ...words] = rest;
    const verb = word === undefined ? null : verbOf(word, words.length);
    refuseStrayFlags(context, verb);
    const client = await context.client({ confirms: true });
    const session = await findSession(client, ref, context).catch((error) => {
      throw word === undefined && ref !== undefined && isVerb(ref) ? sessionFirst(ref) : error;
    });
    const queue = await client.queue(session.id);
    const called = await referenceTo(client, session, context);
    const queueCommand = new QueueCommand({
      client,
      session,
      ref: called,
      items: queue.items,
      isHeld: queue.paused,
      context,
    });
    if (verb) {
      await verb.run(queueCommand, words);
      return exitCodes.ok.code;
    }
    const { io, flags, style, print, printJson } = context;
    if (flags.json) {
      printJson({ v: 1, session: { id: session.id, name: session.name }, ...queue });
      return exitCodes.ok.code;
    }
    if (queue.items.length === 0) {
      print(`Nothing is queued for ${displayName(session)}.`);
      return exitCodes.ok.code;
    }
    for (const line of await queueTable(queue, { style, nowMs: io.now() })) print(line);
    const release = `skein queue ${queueCommand.ref} release`;
    if (queue.paused) print(`${style.glyphs.paused} the queue is held; release with: ${release}`);
    else if (queue.items.every((item) => item.held)) {
      const which = queue.items.length === 1 ? "the prompt is held" : "each prompt is held";
      print(`${style.glyphs.paused} ${which}; release with: ${release}`);
    }
    return exitCodes.ok.code;
  },
});

const isVerb = (word: string): boolean => verbs.some(({ words }) => words.includes(word));

function verbOf(word: string, count: number): Verb {
  const verb = verbs.find(({ words }) => words.includes(word));
  if (!verb) {
    const known = verbs.flatMap(({ words }) => words);
    const near = suggest(word, known, { ending: ["remove", "rm", "clear"] });
    const fix = near ? `did you mean ${near}?` : `one of: ${verbs.map(({ words }) => words[0]).join(", ")}`;
    throw usageFailure(`unknown queue command "${word}"`, fix);
  }
  const [atLeast, atMost] = verb.takes;
  if (count < atLeast || count > atMost) {
    const what = count < atLeast ? "missing argument" : "too many arguments";
    throw usageFailure(`${what} for ${verb.words[0]}`, `usage: skein queue <session> ${verb.usage}`);
  }
  return verb;
}

function refuseStrayFlags({ flags }: Context<typeof queueFlags>, verb: Verb | null): void {
  const given = (["before", "first", "end"] as const).find(
    (name) => flags[name] !== undefined && flags[name] !== false,
  );
  if (given === undefined || verb?.words.includes("move")) return;
  throw usageFailure(
    `--${given} goes with move`,
    "usage: skein queue <session> move <n>, with --first, --end or --before <n>",
  );
}

const sessionFirst = (verb: string): Failure =>
  usageFailure(`"${verb}" is not a session`, `the session comes first: skein queue @ ${verb} …`);
