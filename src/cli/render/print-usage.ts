// What agents have used, by day, month, agent or directory, and what is used of their quotas.
import type { UsageAnswer } from "../../client/index.ts";
import { type UsageBy, type UsageRow, usageRows, usageTotal } from "../../core/without-folds.ts";
import type { Context } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { parseAgeMs } from "../parse-time.ts";
import { costCell, grouped } from "../text/numbers.ts";
import { safeLine } from "../text/safe-text.ts";
import { renderTable } from "../text/table.ts";

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
  const answer = await (await client()).usage({ since: new Date(io.now() - ageMs).toISOString(), zone });
  const { since, until, items, quotas } = answer;
  const rows = usageRows(items, by);
  if (flags.json) {
    printJson({ v: 1, since, until, rows, quotas });
    return exitCodes.ok.code;
  }
  if (rows.length === 0) print(`no agent has worked since ${since}`);
  else {
    const header = [by.toUpperCase(), "TURNS", "TOKENS IN", "TOKENS OUT", "COST"];
    const lines = await renderTable([
      header.map((text) => ({ text, paint: style.dim })),
      ...rows.map(cells),
      cells({ name: "all", ...usageTotal(rows) }),
    ]);
    for (const line of lines) print(line);
  }
  for (const quota of quotas) print(quotaLine(quota));
  return exitCodes.ok.code;
}

const cells = ({ name, turns, inputTokens, outputTokens, costUsd }: UsageRow) =>
  [safeLine(name), grouped(turns), grouped(inputTokens), grouped(outputTokens), costCell(costUsd)].map((text) => ({
    text,
  }));

function quotaLine({ agent, window, usedPercent, resetsAt, isOver }: UsageAnswer["quotas"][number]): string {
  const name = `quota of ${safeLine(agent)}, ${safeLine(window)}`;
  if (isOver) return `${name}: reset since it was reported`;
  const resets = resetsAt === null ? "" : `, resets ${safeLine(resetsAt)}`;
  return `${name}: ${Math.round(usedPercent)} % used${resets}`;
}
