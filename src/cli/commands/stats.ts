// `skein stats`: sessions, turns, tokens and cost: today, in seven days and in total.
import { statSync } from "node:fs";
import type { ListedSession } from "../../client/index.ts";
import { byteSize } from "../../core/text/byte-size.ts";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { printUsage } from "../render/print-usage.ts";
import { statusLabel } from "../render/status-label.ts";
import { costCell, grouped, pluralize } from "../text/numbers.ts";
import { safeLine } from "../text/safe-text.ts";
import { renderTable } from "../text/table.ts";

const DAY_MS = 86_400_000;

export const command = defineCommand({
  name: "stats",
  aliases: [],
  group: "HISTORY",
  summary: "Count sessions, turns, tokens and cost",
  usage: "stats [--by day|month|agent|directory] [--since <time>]",
  details: [
    "Today is the day of your clock; week is the last seven times 24 hours. A session counts if a turn began in that time. Tokens and",
    "cost are what agents reported. Sessions in the trash count until they are deleted for good. A session imported with --as-new is a",
    "copy: only its own new turns count.",
    "--by counts by day or month (of your clock), agent or directory: 30 days, unless --since says otherwise. It also shows how much of their",
    "quotas agents have reported as used.",
    "--json prints",
    '{"v":1,"sessions":{"total","byStatus","byAgent","archived","trash"},"periods":{"today","week","all"},"database":{"bytes","events"}}.',
    'With --by: {"v":1,"since","until","rows":[{"name","turns","inputTokens","outputTokens","costUsd"}],"quotas":[…],"unreadable"}.',
  ],
  effect: "none",
  flags: {
    by: {
      type: "string",
      value: "day|month|agent|directory",
      summary: "Tokens and cost by day, month, agent or directory",
    },
    since: { type: "string", value: "30d", summary: "With --by: only what is newer than this" },
  },
  maxPositionals: 0,
  async run(context) {
    const { io, paths, flags, style, client, print, printJson } = context;
    if (flags.by !== undefined) return printUsage(context, { by: flags.by, since: flags.since });
    if (flags.since !== undefined)
      throw usageFailure("--since needs --by", "say what to count by: skein stats --by day --since 7d");
    const skein = await client();
    const nowMs = io.now();
    const midnight = new Date(nowMs).setHours(0, 0, 0, 0);
    const since = [midnight, nowMs - 7 * DAY_MS].map((ms) => new Date(ms).toISOString());
    const [rows, trash, stats] = await Promise.all([
      skein.sessions({ shelf: "all" }),
      skein.trashed(),
      skein.stats(since),
    ]);
    const [today, week] = stats.items;
    const listed = rows.filter(({ shelf }) => shelf === undefined);
    const sessions = {
      total: listed.length,
      byStatus: countBy(listed, ({ status }) => status),
      byAgent: countBy(listed, ({ agent }) => agent),
      archived: rows.length - listed.length,
      trash: trash.items.length,
    };
    const periods = { today, week, all: total([...rows, ...trash.items]) };
    const database = { path: paths.database, bytes: sizeOf(paths.database), events: stats.events };
    if (flags.json) {
      printJson({ v: 1, sessions, periods, database });
      return exitCodes.ok.code;
    }
    print(`${pluralize(sessions.total, "session")}; ${sessions.archived} archived, ${sessions.trash} in the trash`);
    const byLabel = countBy(listed, (row) => statusLabel(row, style).word);
    for (const counts of [byLabel, sessions.byAgent]) {
      const parts = Object.entries(counts).map(([word, count]) => `${count} ${safeLine(word)}`);
      if (parts.length > 0) print(`  ${parts.join(", ")}`);
    }
    print("");
    const header = ["", "TURNS", "IN SESSIONS", "TOKENS IN", "TOKENS OUT", "COST"];
    const names = { today: "today", week: "7 days", all: "all" } as const;
    const lines = await renderTable([
      header.map((text) => ({ text, paint: style.dim })),
      ...(["today", "week", "all"] as const).map((key) => [{ text: names[key] }, ...cells(periods[key])]),
    ]);
    for (const line of lines) print(line);
    print("");
    print(`the log has ${pluralize(stats.events, "event")} in ${byteSize(database.bytes)}`);
    return exitCodes.ok.code;
  },
});

type Amounts = Readonly<Record<"sessions" | "turns" | "inputTokens" | "outputTokens" | "costUsd", number>>;

const cells = (amounts: Amounts | undefined) =>
  [
    ...[amounts?.turns, amounts?.sessions, amounts?.inputTokens, amounts?.outputTokens].map((one) => grouped(one ?? 0)),
    costCell(amounts?.costUsd ?? 0),
  ].map((text) => ({ text }));

function countBy(rows: readonly ListedSession[], word: (row: ListedSession) => string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(word(row), (counts.get(word(row)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}

function total(rows: readonly ListedSession[]): Amounts {
  const sum = (amount: (row: ListedSession) => number): number => rows.reduce((all, row) => all + amount(row), 0);
  return {
    sessions: rows.filter((row) => ownTurns(row) > 0).length,
    turns: sum(ownTurns),
    inputTokens: sum(({ usage, copyOf }) => usage.inputTokens - (copyOf?.usage.inputTokens ?? 0)),
    outputTokens: sum(({ usage, copyOf }) => usage.outputTokens - (copyOf?.usage.outputTokens ?? 0)),
    costUsd: sum(({ usage, copyOf }) => usage.costUsd - (copyOf?.usage.costUsd ?? 0)),
  };
}

/** Turns that a fork inherits or an import brings count in their original session. */
const ownTurns = ({ turns, fork, copyOf }: ListedSession): number =>
  turns - Number(fork?.turn?.slice(1) ?? copyOf?.turns ?? 0);

/** Includes the write-ahead log. */
const sizeOf = (file: string): number =>
  [file, `${file}-wal`].reduce((sum, one) => sum + (statSync(one, { throwIfNoEntry: false })?.size ?? 0), 0);
