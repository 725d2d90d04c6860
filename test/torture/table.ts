// The table at the end of a run with torture in it. A reporter for vitest; silent when no scenario ran.
import type { Reporter, TestModule } from "vitest/node";
import type { TortureRow } from "./scenario.ts";

export const tortureTable: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules.flatMap(rowsOf);
    if (rows.length > 0) console.log(`\n${tableOf(rows)}\n`);
  },
};

/** One scenario may have several parts, each a test of its own. */
function rowsOf(module: TestModule): TortureRow[] {
  return [...module.children.allTests()].flatMap((test) => test.meta().torture ?? []);
}

function tableOf(rows: readonly TortureRow[]): string {
  const cells = rows.map((row) => [
    row.scenario,
    row.what,
    row.left === undefined ? String(row.count) : "–",
    row.left === undefined ? String(row.faults.length) : `did not run: ${row.left}`,
    row.seconds.toFixed(1),
    String(row.seed),
  ]);
  const lines = [["scenario", "what", "count", "faults", "seconds", "seed"], ...cells];
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const draw = (line: readonly string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  const [header = [], ...rest] = lines;
  return [draw(header), rule, ...rest.map(draw)].join("\n");
}
