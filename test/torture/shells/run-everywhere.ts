// Scripts of a kind, each run in every shell.
import { runners } from "../../../src/core/policy/runners.ts";
import { readScript } from "../../../src/core/policy/shell/read-script.ts";
import { tempDir } from "../../kit/temp-dir.ts";
import type { Torture } from "../scenario.ts";
import { type Call, openBench } from "./run-scripts.ts";
import { makeScript, mayNotEnd } from "./script.ts";
import { fish, shells } from "./shells.ts";

const BATCH = 250;
/** It runs one of so many. */
const FISH_SHARE = 8;

interface Ran {
  shell: string;
  script: string;
  calls: readonly Call[];
  home: string;
}

export async function runEverywhere(
  { random, did }: Torture,
  { count, isWanted }: { count: number; isWanted: (script: string) => boolean },
  check: (ran: Ran) => void,
): Promise<void> {
  const { home, run } = openBench(tempDir());
  const seen = new Set<string>();
  while (seen.size < count) {
    const scripts: string[] = [];
    while (scripts.length < BATCH && seen.size < count) {
      const script = makeScript(random);
      if (seen.has(script) || mayNotEnd(script) || !isWanted(script)) continue;
      seen.add(script);
      scripts.push(script);
    }
    for (const shell of [...shells, fish]) {
      const some = shell === fish ? scripts.slice(0, scripts.length / FISH_SHARE) : scripts;
      const all = await run(shell, some);
      for (const [at, script] of some.entries()) check({ shell: shell.name, script, calls: all[at] ?? [], home });
      did(some.length);
    }
  }
}

/** Rules can allow it, and leave words open; and no pattern in it finds a file on this machine. */
export function isJudged(script: string): boolean {
  const { commands, obstacles } = readScript(script);
  if (commands.some(({ words }) => words.some(({ text, wild }) => wild.length > 0 && text.includes("/")))) return false;
  return obstacles.length === 0 && !commands.some(({ words: [program] }) => runners.has(program?.text ?? ""));
}
