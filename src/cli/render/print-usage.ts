// What agents have used, by day, month, agent or directory, and what is used of their quotas.
import type { UsageAnswer } from "../../client/index.ts";
import { type UsageBy, type UsageRow, usageRows, usageTotal } from "../../core/without-folds.ts";
import type { Context } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { parseAgeMs } from "../parse-time.ts";
import { clockTime } from "../text/clock-time.ts";
import { costCell, grouped, pluralize } from "../text/numbers.ts";
import { safeLine } from "../text/safe-text.ts";
import { renderTable } from "../text/table.ts";
import { tildePath } from "../text/tilde-path.ts";

const groups: readonly UsageBy[] = ["day", "month", "agent", "directory"];
const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

export async function printUsage(
  { io, flags, style, client, print, printJson }: Context,
  given: { by: string; since: string | undefined },
): Promise<number> {
  const by = groups.find((one) => one === given.by);
  if (!by) throw usageFailure(`--by can't be "${given.by}"`, "write day, month, agent or directory");
  const ageMs = given.since === undefined ? (DEFAULT_DAYS - 1) * DAY_MS : parseAgeMs(given.since, "--since");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const nowMs = io.now();
  const answer = await (await client()).usage({ since: new Date(nowMs - ageMs).toISOString(), zone });
  const { since, until, items, quotas, unreadable = 0 } = answer;
  const rows = usageRows(items, by);
  if (flags.json) {
    printJson({ v: 1, since, until, rows, quotas, unreadable });
    return exitCodes.ok.code;
  }
  const period = since === until ? "today" : `since ${since}`;
  if (rows.length === 0) print(`no agent has worked ${period}`);
  else {
    const nameOf = by === "directory" ? (path: string) => tildePath(path, io.env.HOME) : safeLine;
    const header = [by.toUpperCase(), "TURNS", "TOKENS IN", "TOKENS OUT", "COST"];
    const lines = await renderTable([
      header.map((text) => ({ text, paint: style.dim })),
      ...rows.map((row) => cells(nameOf(row.name), row)),
      cells("all", usageTotal(rows)),
    ]);
    for (const line of lines) print(line);
    print(period);
  }
  if (unreadable > 0)
    print(`${pluralize(unreadable, "session")} could not be read and ${unreadable === 1 ? "is" : "are"} not counted`);
  for (const quota of quotas) print(quotaLine(quota, nowMs));
  return exitCodes.ok.code;
}

const cells = (name: string, { turns, inputTokens, outputTokens, costUsd }: Omit<UsageRow, "name">) =>
  [name, grouped(turns), grouped(inputTokens), grouped(outputTokens), costCell(costUsd)].map((text) => ({ text }));

function quotaLine(quota: UsageAnswer["quotas"][number], nowMs: number): string {
  const { agent, window, usedPercent, resetsAt, isOver } = quota;
  const name = `quota of ${safeLine(agent)}, ${safeLine(window)}`;
  if (isOver) return `${name}: reset since it was reported`;
  const resets = resetsAt === null ? "" : `, resets ${safeLine(clockTime(resetsAt, nowMs))}`;
  return `${name}: ${Math.round(usedPercent)} % used${resets}`;
}
