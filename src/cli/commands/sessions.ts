// `skein sessions`: the status of every session. It must start fast, so it loads nothing that folds logs.
import type { ServerInfo } from "../../client/index.ts";
import { type Context, defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { withSessionIds } from "../render/session-id.ts";
import type { Named } from "../render/session-name.ts";
import { sessionTable } from "../render/session-table.ts";
import { referenceTo } from "../session/reference.ts";
import { type Listing, listFlags, listingOf } from "../sessions/list-flags.ts";
import type { LiveList } from "../sessions/live-list.ts";
import { folded, type Listed, type ListOptions, listedJson, readListed } from "../sessions/read-listed.ts";
import { jsonLine } from "../text/json-line.ts";
import { relativeTime } from "../text/relative-time.ts";
import { safeLine } from "../text/safe-text.ts";
import { tildePath } from "../text/tilde-path.ts";

export const command = defineCommand({
  name: "sessions",
  aliases: ["ls", "ps"],
  group: "WORK",
  summary: "List sessions",
  usage: "sessions",
  details: [
    "What needs you comes first, then what works, what you have not read, and the rest; pinned sessions (skein pin) are on top of their group.",
    "The name of each directory's default session is bold. Archived sessions are left out, unless --archived, --all or --status archived is",
    "given; snoozed ones (skein snooze) are only counted, unless --all is given. --sort own is the order that skein move makes.",
    "--tree shows forks and cleared sessions below their source.",
    "--watch is a live list; j, k, PgUp and PgDn scroll, q quits. With --json it prints the whole list as",
    "one line on every change.",
    "A session with the status background is idle while its agent's background tasks run; --wide shows how many, and since when.",
    "--wide also shows the memory of each agent and everything that it started; a session without a process uses none.",
    "--json prints",
    '{"v":1,"sessions":[{"id","sessionId","name","status","reason":{"code","text","seq"},"agent","head","active","workspace":{"id","path"},…}]}.',
    `There, "lastMessage" is the beginning of the agent's newest message, at most 120 characters; the whole message: skein last`,
    '<session>. "waiting" is both "needs you" (reason.code is "permission" or "quota") and "done" (reason.code is "finished": nobody has',
    'read the result yet). "failed" is "error". --status takes both kinds of words.',
  ],
  examples: [
    "skein sessions --directory .",
    "skein ls --status needs-you,running --since 2d",
    "skein ls --watch",
    "skein ls --status needs-you --json | jq -r '.sessions[].id'",
  ],
  effect: "none",
  flags: {
    ...listFlags,
    tree: { type: "boolean", summary: "Forks and cleared sessions below what they came from" },
    watch: { type: "boolean", formerly: ["w"], summary: "Live list that shows changes" },
    wide: {
      type: "boolean",
      summary: "More columns: last activity of a person, model, mode, turns, tokens, tasks, memory",
    },
  },
  maxPositionals: 0,
  async run(context) {
    const { io, flags, cwd, style, print, printJson } = context;
    const listing = listingOf(flags, cwd);
    if (flags.watch && !flags.json && !(io.stdout.isTTY && io.env.TERM !== "dumb"))
      throw usageFailure(
        io.stdout.isTTY ? "--watch can't draw on a terminal of type dumb" : "--watch needs a terminal",
        "skein sessions --watch --json prints the list as a line of JSON whenever it changes",
      );
    const options = { listing, isWide: flags.wide, isTree: flags.tree };
    if (flags.watch) return watch(context, options);
    const client = await context.client();
    const [listed, server] = await Promise.all([readListed(client, options, io.now()), client.server()]);
    warnOfConfig(server, context);
    // The daemon refuses an unknown agent and lists the known ones.
    const { agent } = flags;
    if (listed.sessions.length === 0 && agent !== undefined && !flags.json) await client.agent(agent, { quick: true });
    if (flags.json) printJson(listedJson(listed));
    else if (listed.sessions.length === 0) {
      warnOfLoss(server, context);
      print(nothingListed(listing, io.env.HOME));
    } else {
      const columns = io.stdout.isTTY ? io.stdout.columns : undefined;
      const refer = (session: Named): Promise<string> => referenceTo(client, session, context);
      const rendering = { style, nowMs: io.now(), home: io.env.HOME, columns, refer };
      const { shown, hidden } = folded(listed, listing);
      if (shown.sessions.length > 0)
        for (const line of await sessionTable(shown.sessions, rendering, shown.shape)) print(line);
      if (hidden > 0) print(`${hidden} snoozed: skein sessions --all`);
    }
    return exitCodes.ok.code;
  },
});

/** Says when the config can't be used, because its settings have no effect then. */
function warnOfConfig({ config: { problem } }: ServerInfo, { io, flags }: Context): void {
  if (flags.json || flags.quiet) return;
  if (problem !== null) io.stderr.write(`warning: ${safeLine(problem)}; correct it: skein config edit\n`);
}

/** Says when a recovery lost sessions. */
function warnOfLoss({ recovery }: ServerInfo, { io, flags }: Context): void {
  if (flags.quiet || !recovery || recovery.lost === 0) return;
  io.stderr.write(`warning: ${relativeTime(recovery.at, io.now())}: ${safeLine(recovery.text)}\n`);
}

function nothingListed({ path, isFiltered, isArchived }: Listing, home: string | undefined): string {
  const where = path === undefined ? "" : ` in ${tildePath(path, home)}`;
  if (isArchived && !isFiltered) return `No sessions${where} are archived. List the others: skein sessions`;
  return isFiltered
    ? `No sessions${where} match. List all: skein sessions --all`
    : `No sessions${where} yet. Start one: skein new "fix the tests"`;
}

async function watch(context: Context, options: ListOptions): Promise<number> {
  const { io, paths, flags } = context;
  const [client, { plainClient }, { openLiveList, printChanges }] = await Promise.all([
    context.client(),
    import("../daemon/stop-daemon.ts"),
    import("../sessions/live-list.ts"),
  ]);
  const list = await openLiveList({ client, reader: plainClient(paths) }, options);
  try {
    if (!flags.json) return await watchOnScreen(context, options, list);
    const { withDeadline } = await import("../wait/deadline.ts");
    const toLine = (listed: Listed): string => jsonLine(JSON.stringify(withSessionIds(listedJson(listed))), io.stdout);
    await withDeadline({ io, timeoutMs: null }, ({ signal }) => printChanges({ io, list, signal, toLine }));
    return exitCodes.interrupted.code;
  } finally {
    list.close();
  }
}

async function watchOnScreen(
  { io, style, isInteractive: hasKeyboard }: Context,
  { listing }: ListOptions,
  list: LiveList,
): Promise<number> {
  const [{ watchSessions }, { default: measure }] = await Promise.all([
    import("../sessions/watch-sessions.ts"),
    import("string-width"),
  ]);
  const nothing = nothingListed(listing, io.env.HOME);
  const arrange = (listed: Listed): Listed => folded(listed, listing).shown;
  await watchSessions({ io, style, measure, hasKeyboard, nothing, list, arrange });
  return exitCodes.ok.code;
}
