// Help, generated from the commands' declarations. It fits into 80 columns, and the overview into 24 rows.
import type { Command, Group } from "../command.ts";
import { loadAllCommands } from "../command-table.ts";
import { type Flag, type Flags, globalFlags } from "../flags.ts";
import { columns, reflow, wrap } from "./wrap.ts";

const groups: readonly Group[] = ["START", "WORK", "HISTORY", "CONNECT"];

const NARROWEST = 40;
const USUAL_WIDTH = 80;
/** Longer lines are hard to read. */
const WIDEST = 100;

/** The width of the output: the terminal's, up to a readable maximum. */
export const helpWidth = ({ isTTY, columns: wide }: { isTTY?: boolean; columns?: number }): number =>
  isTTY && wide ? Math.min(WIDEST, Math.max(NARROWEST, wide)) : USUAL_WIDTH;

const first: readonly (readonly [string, string])[] = [
  ["skein [path]", "open the directory's session, or start one"],
  ['skein new "<prompt>"', "start a new session"],
  ["skein ls", "list sessions; --watch shows changes"],
  ['skein send <session> "<text>"', "send a prompt; it queues while the agent works"],
  ["skein inbox", "answer agents' questions"],
  ["skein last [session]", "print the agent's last message"],
  ["skein abort [session]", "stop the running turn"],
];

/** The overview: the daily commands with a line each, and the names of the others. */
export async function helpText(width = USUAL_WIDTH): Promise<string> {
  const commands = await loadAllCommands();
  const names = (group: Group): string =>
    commands.flatMap((command) => (command.group === group ? [command.name] : [])).join(", ");
  return [
    "Skein runs your coding agents and keeps every session.",
    "",
    ...columns(first, { width }),
    "",
    ...columns(
      groups.map((group) => [group, names(group)] as const),
      { width },
    ),
    "",
    ...columns(
      [
        ["skein help <command>", "one command"],
        ["skein help all", "all commands, one line each"],
        ["skein help flags", "flags of every command; also: exit-codes, env, config"],
        ["skein doctor", "check your setup"],
      ],
      { width },
    ),
  ].join("\n");
}

export async function allCommandsHelp(width = USUAL_WIDTH): Promise<string> {
  const commands = await loadAllCommands();
  return [
    "All commands. Details: skein help <command>",
    ...groups.flatMap((group) => {
      const rows = commands.filter((command) => command.group === group).map(rowOf);
      return ["", group, ...columns(rows, { width, widest: WIDEST_USAGE })];
    }),
  ].join("\n");
}

const WIDEST_USAGE = 28;

function rowOf({ usage, aliases, summary }: Command): [usage: string, summary: string] {
  return [usage, aliases.length > 0 ? `${summary} (also: ${aliases.join(", ")})` : summary];
}

export const globalFlagsHelp = (width = USUAL_WIDTH): string =>
  ["Flags of every command.", "", ...flagLines(globalFlags, width)].join("\n");

export function commandHelp(
  { usage, aliases, summary, details = [], examples = [], flags }: Command,
  width = USUAL_WIDTH,
): string {
  return [
    ...wrap(`${summary}.`, { width }),
    "",
    "USAGE",
    ...wrap(`  skein ${usage}`, { width, indent: "    " }),
    ...(aliases.length > 0 ? [`  also called: ${aliases.join(", ")}`] : []),
    ...(details.length > 0 ? ["", ...reflow(details, width)] : []),
    ...(Object.keys(flags).length > 0 ? ["", "FLAGS", ...flagLines(flags, width)] : []),
    "",
    `Flags of every command (${Object.keys(globalFlags)
      .slice(0, SHOWN_FLAGS)
      .map((name) => `--${name}`)
      .join(", ")}, …): skein help flags`,
    ...(examples.length > 0 ? ["", "EXAMPLES", ...examples.map((line) => `  $ ${line}`)] : []),
  ].join("\n");
}

const SHOWN_FLAGS = 4;

const flagLines = (flags: Flags, width: number): string[] =>
  columns(
    Object.entries(flags).map(([name, flag]) => [flagForm(name, flag), flag.summary] as const),
    { width },
  );

const flagForm = (name: string, { short, value, type }: Flag): string =>
  `${short ? `-${short}, ` : "    "}--${name}${type === "boolean" ? "" : ` <${value ?? name}>`}`;
