// Signals by number and by name: `kill -9`, `kill -KILL` and `kill -s SIGKILL` are one.
import { plain } from "./made-words.ts";
import type { Word } from "./shell/reading.ts";

const numbers: Readonly<Record<string, string>> = { HUP: "1", INT: "2", QUIT: "3", ABRT: "6", KILL: "9", TERM: "15" };

/** The signal that a word names, if it is a known one. */
function signalIn(text: string): string | null {
  const name = text.toUpperCase().replace(/^SIG/, "");
  return Object.entries(numbers).find(([one, number]) => one === name || number === name)?.[0] ?? null;
}

/** Where a command names the signal. */
function signalOf(words: readonly Word[]): { signal: string; from: number; to: number } | null {
  for (const [at, { text }] of words.entries()) {
    if (at === 0) continue;
    const [, joined] = /^(?:-|--signal=)([A-Za-z0-9]+)$/.exec(text) ?? [];
    const own = joined === undefined ? null : signalIn(joined);
    if (own !== null) return { signal: own, from: at, to: at + 1 };
    const next = /^(?:-s|-n|--signal)$/.test(text) ? signalIn(words[at + 1]?.text ?? "") : null;
    if (next !== null) return { signal: next, from: at, to: at + 2 };
  }
  return null;
}

/** The same command with every spelling of its signal. */
export function underSignals(words: readonly Word[]): (readonly Word[])[] {
  const found = signalOf(words);
  if (found === null) return [];
  const { signal, from, to } = found;
  const spellings = [`-${numbers[signal]}`, `-${signal}`, `-SIG${signal}`, `-s ${signal}`, `--signal ${signal}`];
  return spellings.map((spelling) => [...words.slice(0, from), ...spelling.split(" ").map(plain), ...words.slice(to)]);
}
