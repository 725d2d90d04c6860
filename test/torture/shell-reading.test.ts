// The policy reads commands as real shells do: with no obstacle found, what it takes for the words of each command is what runs.
import { readScript } from "../../src/core/policy/shell/read-script.ts";
import { scenario } from "./scenario.ts";
import { isJudged, runEverywhere } from "./shells/run-everywhere.ts";
import { programs } from "./shells/shells.ts";

scenario("shell-reading", "runs of scripts that rules could allow, in eight shells", { programs }, async (torture) => {
  const { size, found } = torture;
  const wanted = { count: size(700, 14_000), isWanted: isJudged };
  await runEverywhere(torture, wanted, ({ shell, script, calls, home }) => {
    const expected = new Set(wordsIn(script, home));
    const others = new Set(calls.map((call) => JSON.stringify(call)).filter((call) => !expected.has(call)));
    found([...others].map((call) => `${shell} ran ${call} for ${JSON.stringify(script)}`));
  });
});

const wordsIn = (script: string, home: string): string[] =>
  readScript(script).commands.map(({ words }) =>
    JSON.stringify(words.map(({ text, isTilde }) => (isTilde ? home + text.slice(1) : text))),
  );
