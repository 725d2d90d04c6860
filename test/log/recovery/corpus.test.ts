// How many events a recovery saves from a corpus of damaged logs. What it saves today it must save tomorrow.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { damages } from "./corpus/damages.ts";
import { makeLogs } from "./corpus/logs.ts";
import { originalOf, recoverFrom } from "./corpus/outcome.ts";

const RECORD = new URL("./corpus/saved.json", import.meta.url);

/** Summed up over all logs. */
interface Saved {
  cases: number;
  saved: number;
  /** Of these: under the id of their session. */
  inTheirSession: number;
  /** Rows of the list of sessions that are as they were. */
  rows: number;
}

const amounts = ["saved", "inTheirSession", "rows"] as const;

test("[A-13] from each kind of damage at least as many events are saved as are recorded", async () => {
  const directory = mkdtempSync(join(tmpdir(), "skein-corpus-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const home = join(directory, "home");
  const originals = (await makeLogs()).map((log) => originalOf(log, home));
  const now: Record<string, Saved> = {};
  for (const damage of damages) {
    const sum: Saved = { cases: 0, saved: 0, inTheirSession: 0, rows: 0 };
    for (const original of originals) {
      for (let seed = 1; seed <= (damage.weight ?? 1); seed++) {
        const outcome = recoverFrom(original, damage, { directory: home, seed });
        if (!outcome) continue;
        sum.cases++;
        for (const amount of amounts) sum[amount] += outcome[amount];
      }
    }
    now[damage.name] = sum;
  }
  // After an improvement: SKEIN_RECORD=1 npm run test:fast -- log/recovery/corpus
  if (process.env.SKEIN_RECORD) writeFileSync(RECORD, `${JSON.stringify(now, null, 2)}\n`);
  const recorded: Record<string, Saved> = JSON.parse(readFileSync(RECORD, "utf8"));
  expect(Object.keys(now)).toEqual(Object.keys(recorded));
  const fewer = Object.entries(recorded).flatMap(([name, was]) =>
    amounts.filter((amount) => (now[name]?.[amount] ?? 0) < was[amount]).map((amount) => `${name}: ${amount}`),
  );
  expect(fewer).toEqual([]);
});
