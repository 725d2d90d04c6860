// `skein sessions`: what every session is doing. It must start fast, so it loads nothing that folds logs.
import { type Context, defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { sessionTable } from "../render/session-table.ts";
import { tildePath } from "../render/tilde-path.ts";
import { type Listing, listFlags, listingOf } from "../sessions/list-flags.ts";
import { type Listed, listedJson, readListed } from "../sessions/read-listed.ts";
import type { Following } from "../sessions/watch-sessions.ts";

export const command = defineCommand({
  name: "sessions",
  aliases: ["ls", "ps"],
  group: "WORK",
  summary: "List sessions",
  usage: "sessions",
  details: [
    "Newest activity first; the name of each directory's own session is bold.",
    "Archived sessions are left out, unless --archived, --all or --status archived is given.",
    "--tree shows forks, and sessions that were begun with clear, below what they came from.",
    "--watch stays and shows changes as they come; with --json it prints the whole list as a line whenever it is another one.",
    "--wide shows the memory of each agent with all that it has started; one without a process takes none.",
    '--json prints {"v":1,"sessions":[{"id","name","status","reason":{"code","text","seq"},"agent","head","active","workspace":{"id","path"},…}]}.',
  ],
  examples: [
    "skein sessions --workspace .",
    "skein ls --status needs-you,running --since 2d",
    "skein ls --watch",
    `skein ls --json | jq -r '.sessions[] | select(.status=="waiting") | .id'`,
  ],
  flags: {
    ...listFlags,
    tree: { type: "boolean", summary: "Forks and cleared sessions below what they came from" },
    watch: { type: "boolean", short: "w", summary: "Stay, and show what changes" },
    wide: { type: "boolean", summary: "More columns: model, mode, turns, tokens, memory" },
  },
  maxPositionals: 0,
  async run(context) {
    const { io, flags, cwd, style, isInteractive, print, printJson } = context;
    const listing = listingOf(flags, cwd);
    if (flags.watch && !flags.json && !isInteractive)
      throw usageFailure(
        "--watch needs a terminal",
        "skein sessions --watch --json prints the list as a line of JSON whenever it changes",
      );
    const client = await context.client();
    const wishes = { listing, isWide: flags.wide, isTree: flags.tree };
    const read = (): Promise<Listed> => readListed(client, wishes, io.now());
    if (flags.watch) {
      const changes = (signal: AbortSignal, onBreak: () => void) => client.sessionsChange(signal, { onBreak });
      return watch(context, { read, changes });
    }
    const listed = await read();
    if (flags.json) printJson(listedJson(listed));
    else if (listed.sessions.length === 0) print(nothingListed(listing, io.env.HOME));
    else
      for (const line of await sessionTable(
        listed.sessions,
        { style, nowMs: io.now(), home: io.env.HOME },
        listed.shape,
      ))
        print(line);
    return exitCodes.ok.code;
  },
});

function nothingListed({ path, isFiltered }: Listing, home: string | undefined): string {
  const where = path === undefined ? "" : ` in ${tildePath(path, home)}`;
  return isFiltered
    ? `No sessions${where} are like that. All of them: skein sessions --all`
    : `No sessions${where} yet. Start one: skein new "fix the tests"`;
}

async function watch({ io, style, flags }: Context, following: Following): Promise<number> {
  const { watchSessions, printChanges } = await import("../sessions/watch-sessions.ts");
  if (!flags.json) {
    const { default: measure } = await import("string-width");
    await watchSessions({ io, style, measure, ...following });
    return exitCodes.ok.code;
  }
  const { withDeadline } = await import("../session/deadline.ts");
  const toLine = (listed: Listed): string => JSON.stringify(listedJson(listed));
  await withDeadline({ io, timeoutMs: null }, ({ signal }) => printChanges({ io, signal, toLine, ...following }));
  return exitCodes.interrupted.code;
}
