// How long rules take to judge a command, which blocks the event loop. Many rules should cost little more than one, and the time for a long
// command should grow linearly.
import { evaluateRequest, type PermissionRequest, type Rule } from "../../src/core/index.ts";
import { median, timed } from "../kit/statistics.ts";
import type { Measurement, Row } from "../measurement.ts";

const ROUNDS = 15;
const KILOBYTE = 1024;
const context = { workspace: "/work/site", home: "/home/ada", isHumanTurn: true };

/** Typical deny rules; the last word is in no command, so that every rule is fully compared. */
const denied = [
  ..."rm -rf|git push --force|git commit --no-verify|git branch -D|curl -X POST|docker run --privileged|npm publish".split(
    "|",
  ),
  ..."kubectl delete|chmod -R 777|sudo reboot".split("|"),
];
const rules = (count: number): Rule[] =>
  Array.from({ length: count }, (_, at) => ({
    effect: "deny",
    command: `${denied[at % denied.length]} nowhere-${at}`,
  }));

/** Commands with wrapper programs, many words, or both. */
const shapes: Readonly<Record<string, string>> = {
  "behind sudo": "git commit -a -m x curl -s a rm b ",
  "many commands": "sudo rm -r a b c; git push -u origin x; ",
  "many operators": "rm a &> b >| c {d} 11>e; ",
};

export const judging: Measurement = {
  name: "judging",
  about: "how long rules take to judge a command, by their number and its length",
  async run() {
    const rows: Row[] = [];
    for (const [shape, text] of Object.entries(shapes)) {
      const long = commandOf(text, 30 * KILOBYTE);
      const many = await timeOf(rules(80), long);
      const single = await timeOf(rules(1), long);
      const short = await timeOf(rules(80), commandOf(text, 3 * KILOBYTE));
      rows.push(rowOf(`judging, 80 rules, ${shape}`, many, { what: "with 1 rule", value: single }));
      rows.push(rowOf(`judging, 30 KB, ${shape}`, many, { what: "for 3 KB", value: short }));
    }
    return rows;
  },
};

const commandOf = (text: string, bytes: number): string =>
  `sudo ${text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes - 5)}`;

async function timeOf(some: readonly Rule[], command: string): Promise<number> {
  const request: PermissionRequest = { kind: "execute", tool: null, command, paths: [] };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    times.push(await timed(() => evaluateRequest([{ name: "global", rules: some }], request, context)));
  return median(times);
}

/** Ten times the length is ten times the work, and each rule adds a small part of it. */
const rowOf = (name: string, measured: number, baseline: Row["baseline"]): Row => ({
  name,
  measured,
  unit: "ms",
  better: "lower",
  target: { of: "ratio", value: 15 },
  baseline,
});
