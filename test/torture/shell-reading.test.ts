// The policy reads commands as real shells do: with no obstacle found, what it takes for the words of each command is what ran.
import { readScript } from "../../src/core/policy/shell/read-script.ts";
import { runners } from "../../src/core/policy/risky-programs.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { scenario } from "./scenario.ts";
import { makeScript, mayLoop } from "./shells/script.ts";
import { openBench } from "./shells/run-scripts.ts";
import { fish, programs, shells } from "./shells/shells.ts";

const BATCH = 250;
/** It runs one of so many. */
const FISH_SHARE = 8;

scenario("shell-reading", "runs of scripts that rules could allow, in eight shells", { programs }, async (torture) => {
  const { random, size, did, found } = torture;
  const bench = openBench(tempDir());
  const seen = new Set<string>();
  for (let left = size(Number(process.env.SKN ?? 600), 14_000); left > 0; left -= BATCH) {
    const scripts: string[] = [];
    while (scripts.length < Math.min(BATCH, left)) {
      const script = makeScript(random);
      if (seen.has(script) || mayLoop(script) || !isJudged(script)) continue;
      seen.add(script);
      scripts.push(script);
    }
    for (const shell of [...shells, fish]) {
      const some = shell === fish ? scripts.slice(0, scripts.length / FISH_SHARE) : scripts;
      const calls = await bench.run(shell, some);
      for (const [at, script] of some.entries()) {
        const expected = new Set(wordsIn(script, bench.home));
        const others = (calls[at] ?? []).map((call) => JSON.stringify(call)).filter((call) => !expected.has(call));
        found([...new Set(others)].map((call) => `${shell.name} ran ${call} for ${JSON.stringify(script)}`));
      }
      did(some.length);
    }
  }
});

/** Rules can allow it, and leave words open. */
function isJudged(script: string): boolean {
  const { commands, obstacles } = readScript(script);
  return obstacles.length === 0 && !commands.some(({ words: [program] }) => runners.has(program?.text ?? ""));
}

const wordsIn = (script: string, home: string): string[] =>
  readScript(script).commands.map(({ words }) =>
    JSON.stringify(words.map(({ text, isTilde }) => (isTilde ? home + text.slice(1) : text))),
  );
