// `npm run bench`: measures Skein next to the best that this machine could do in the same minute.
//   npm run bench -- list attach       only these
//   npm run bench -- --json new.json --compare old.json
//   npm run bench -- list --profile /tmp/profiles    CPU profiles of the daemons
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../scripts/bundle.mjs";
import { Scene } from "./kit/scene.ts";
import { agents } from "./measure/agents.ts";
import { attach } from "./measure/attach.ts";
import { changes } from "./measure/changes.ts";
import { exportFile } from "./measure/export.ts";
import { fork } from "./measure/fork.ts";
import { idle } from "./measure/idle.ts";
import { ingest } from "./measure/ingest.ts";
import { judging } from "./measure/judging.ts";
import { lag } from "./measure/lag.ts";
import { latency } from "./measure/latency.ts";
import { list } from "./measure/list.ts";
import { outline } from "./measure/outline.ts";
import { page } from "./measure/page.ts";
import { pageHour } from "./measure/page-hour.ts";
import { playback } from "./measure/playback.ts";
import { scale } from "./measure/scale.ts";
import { stalled } from "./measure/stalled.ts";
import { start } from "./measure/start.ts";
import { wal } from "./measure/wal.ts";
import { watch } from "./measure/watch.ts";
import type { Measurement, Row } from "./measurement.ts";
import { comparisonOf, notesOf, type Run, tableOf } from "./report.ts";

const measurements: readonly Measurement[] = [
  ingest,
  latency,
  attach,
  fork,
  list,
  outline,
  changes,
  watch,
  scale,
  lag,
  judging,
  wal,
  start,
  idle,
  stalled,
  agents,
  page,
  exportFile,
  playback,
  pageHour,
];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" }, compare: { type: "string" }, profile: { type: "string" } },
});

const chosen = measurements.filter(({ name, isLong }) =>
  positionals.length === 0 ? !isLong : positionals.includes(name),
);
const unknown = positionals.filter((word) => !measurements.some(({ name }) => name === word));
if (unknown.length > 0) {
  const known = measurements.map(({ name, about }) => `  ${name.padEnd(9)} ${about}`).join("\n");
  console.error(`There is no measurement ${unknown.join(", ")}. There are:\n${known}`);
  process.exit(2);
}
// Checked before any measurement: a typo should not cost three minutes.
const before = options.compare === undefined ? null : (JSON.parse(readFileSync(options.compare, "utf8")) as Run);

await build();
const loadBefore = load();
const rows: Row[] = [];
for (const measurement of chosen) rows.push(...(await take(measurement)));

const run: Run = {
  machine: { cores: availableParallelism(), node: process.version, load: [loadBefore, load()] },
  rows,
};
const { cores, node } = run.machine;
console.log(`${cores} cores, Node ${node}, load ${run.machine.load.map((value) => value.toFixed(1)).join(" → ")}\n`);
if (loadBefore > cores / 2)
  console.log("Others use this machine: compare ratios of medians and CPU times; p99s say little.\n");
console.log(tableOf(rows));
console.log(`\n${notesOf(rows)}`);
if (before) console.log(`\n${comparisonOf(before, run)}`);
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(run, null, 2)}\n`);

/** A failed measurement is reported, and the others continue. */
async function take({ name, run }: Measurement): Promise<Row[]> {
  const scene = new Scene({ profiles: options.profile === undefined ? null : resolve(options.profile) });
  const interrupt = (): void => void scene.end().then(() => process.exit(130));
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const startMs = performance.now();
  process.stderr.write(`${name} …`);
  try {
    const measured = await run(scene);
    process.stderr.write(` ${((performance.now() - startMs) / 1000).toFixed(1)} s\n`);
    return measured;
  } catch (error) {
    process.stderr.write(` failed: ${error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 1;
    return [];
  } finally {
    await scene.end();
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  }
}

function load(): number {
  return loadavg()[0] ?? 0;
}
