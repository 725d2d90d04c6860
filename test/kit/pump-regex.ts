// Runs in a thread that can be ended: measures how a regular expression's time grows with texts that make it backtrack.
import { parentPort } from "node:worker_threads";

export interface Pumped {
  readonly source: string;
  readonly flags: string;
}

/** The text for which it takes too long, or null. */
export type Found = string | null;

const SIZES = [200, 2000, 20_000] as const;
/** Ten times the text is ten times the work where it is linear, and a hundred times where it is quadratic. */
const GROWTH = 40;
/** Less than this is too little to compare, and hurts nobody. */
const NOTICED_MS = 100;

parentPort?.on("message", ({ source, flags }: Pumped) => parentPort?.postMessage(slowOn({ source, flags })));

function slowOn({ source, flags }: Pumped): Found {
  const regex = new RegExp(source, flags.replace("g", ""));
  const runs = literalRuns(source);
  const characters = [...new Set([..." \n\r\ta0.-/\u200b", ...runs.flatMap((run) => [...run.slice(0, 3)])])].slice(
    0,
    30,
  );
  const pumps = [...characters, ...runs, ...characters.map((one) => `${one} `), ...characters.map((one) => `\n${one}`)];
  const begins = ["", runs[0] ?? "", runs.join("")];
  for (const pump of new Set(pumps))
    for (const begin of new Set(begins)) {
      const text = (size: number): string => `${begin}${pump.repeat(Math.ceil(size / pump.length))}\u0001`;
      if (grows(regex, text)) return `${begin}${pump.repeat(3)}…`;
    }
  return null;
}

/** What stands in the pattern as it is. */
const literalRuns = (source: string): string[] =>
  [
    ...new Set(
      source
        .replace(/\\[nrt]/g, " ")
        .replace(/\\(?:[pP]\{[^}]*\}|u\{?[0-9a-f]+\}?|[bBdDsSwW])/g, "\0")
        .replace(/\\(.)/g, "$1")
        .split(/[\0()[\]{}|?*+^$.\\]+/)
        .filter((run) => run !== "" && run.length < 40),
    ),
  ].slice(0, 12);

function grows(regex: RegExp, text: (size: number) => string): boolean {
  const [small, middle, large] = SIZES.map(text) as [string, string, string];
  // What grows faster than with the square shows itself early; the largest text would take for ever.
  if (timeOf(regex, small) > NOTICED_MS || timeOf(regex, middle) > 10 * NOTICED_MS) return true;
  // Others use the machine, too: it must be so twice.
  return [1, 2].every(() => {
    const ms = timeOf(regex, large);
    return ms > NOTICED_MS && ms > GROWTH * Math.min(...[1, 2, 3].map(() => timeOf(regex, middle)));
  });
}

function timeOf(regex: RegExp, text: string): number {
  const start = performance.now();
  regex.test(text);
  return performance.now() - start;
}
