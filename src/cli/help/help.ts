// Help, made from the commands' own declarations.
import type { Command, Group } from "../command.ts";
import { loadAllCommands } from "../commands/table.ts";
import { type Flag, type Flags, globalFlags } from "../flags.ts";

const groups: readonly Group[] = ["START", "WORK", "HISTORY", "CONNECT"];

const examples = [
  '$ skein new "fix the flaky test" --agent demo',
  "$ git diff | skein send api -",
  `$ skein ls --json | jq '.sessions[] | select(.status=="waiting") | .name'`,
];

/** What is longer has a line of its own. */
const WIDEST = 46;

export async function helpText(): Promise<string> {
  const commands = await loadAllCommands();
  const rows = new Map(
    groups.map((group) => [group, commands.filter((command) => command.group === group).map(rowOf)]),
  );
  const lengths = [...rows.values()].flat().map(([usage]) => usage.length);
  const width = Math.max(...lengths.filter((length) => length <= WIDEST));
  return [
    "Skein runs and remembers your coding agents.",
    "",
    "USAGE",
    "  skein [command] [flags]",
    "  skein [path]             open the directory's session; without a path: this directory's",
    ...[...rows].flatMap(([group, lines]) => [
      "",
      group,
      ...lines.map(([usage, summary]) => {
        const gap = usage.length > width ? `\n  ${" ".repeat(width)}` : "";
        return `  ${usage.padEnd(width)}${gap}  ${summary}`;
      }),
    ]),
    "",
    "FLAGS",
    ...flagLines(globalFlags),
    "",
    "EXAMPLES",
    ...examples.map((line) => `  ${line}`),
    "",
    "One command: skein help <command>   More: skein help exit-codes | env | config   Problems: skein doctor",
  ].join("\n");
}

function rowOf({ usage, aliases, summary }: Command): [usage: string, summary: string] {
  return [usage, aliases.length > 0 ? `${summary} (also: ${aliases.join(", ")})` : summary];
}

export function commandHelp({ usage, aliases, summary, details = [], examples = [], flags }: Command): string {
  return [
    `${summary}.`,
    "",
    "USAGE",
    `  skein ${usage}`,
    ...(aliases.length > 0 ? [`  also called: ${aliases.join(", ")}`] : []),
    ...(details.length > 0 ? ["", ...details] : []),
    ...(Object.keys(flags).length > 0 ? ["", "FLAGS", ...flagLines(flags)] : []),
    "",
    "FLAGS OF EVERY COMMAND",
    ...flagLines(globalFlags),
    ...(examples.length > 0 ? ["", "EXAMPLES", ...examples.map((line) => `  $ ${line}`)] : []),
  ].join("\n");
}

function flagLines(flags: Flags): string[] {
  const rows = Object.entries(flags).map(([name, flag]) => ({ form: flagForm(name, flag), summary: flag.summary }));
  const width = Math.max(...rows.map(({ form }) => form.length));
  return rows.map(({ form, summary }) => `  ${form.padEnd(width)}  ${summary}`);
}

const flagForm = (name: string, { short, value, type }: Flag): string =>
  `${short ? `-${short}, ` : "    "}--${name}${type === "boolean" ? "" : ` <${value ?? name}>`}`;
