// docs/cli.md: every command as its own declaration says it.
import type { Command, Group } from "../../src/cli/command.ts";
import { exitCodes } from "../../src/cli/exit-codes.ts";
import { type Flag, type Flags, globalFlags } from "../../src/cli/flags.ts";
import { type Variable, variablesRead, variablesSet } from "../../src/cli/help/environment.ts";
import { block, inCell, prose, table } from "./markdown.ts";

const titles: Readonly<Record<Group, string>> = {
  START: "Start",
  WORK: "Work",
  HISTORY: "History",
  CONNECT: "Connect",
};

export function cliReference(commands: readonly Command[]): string {
  const groups = (Object.keys(titles) as Group[]).map((group) => ({
    title: titles[group],
    members: commands.filter((command) => command.group === group),
  }));
  return `${[
    "<!-- Written by npm run docs from the commands' own declarations. -->",
    "# Commands",
    "`skein [command] [flags]`, or `skein [path]` to open a directory's session. `skein help <command>` shows the same in the terminal; the [guide](guide.md) tells when to use what.",
    ...groups.map(
      ({ title, members }) => `**${title}** ${members.map(({ name }) => `[${name}](#${name})`).join(" · ")}`,
    ),
    "You refer to a **session** by its name, its id or a prefix of its id; `@` is the directory's default session, `-` the previously selected one, in any directory, `@last` the one with the newest activity, in any directory.",
    "## Which session",
    "Without a session, a command uses the directory's default session, or requires a name. If the directory has none, a command that reads uses the session that was selected last, in any directory, and reports it on stderr; a command that acts asks first in a terminal, naming the session and its directory, and refuses without a terminal (exit code 3, with the command that would do it). `-y` does not answer that question. `@` never means another directory's session; `-` may, and a command that acts then asks or refuses in the same way. A name means the session of that name in this directory, else in another one: a command that acts reports the directory on stderr. If this directory's session of that name is in the trash, a command that acts asks or refuses in the same way, and a command that reads reports it. Ids are never asked about.",
    effectTable(commands),
    "With a filter instead of names (`--status`, `--agent`, `--directory`, `--older-than`) the list is shown first, with running turns and queued prompts, and must be confirmed; without a terminal, with `-y`.",
    "## Flags of every command",
    flagTable(globalFlags),
    ...groups.flatMap(({ title, members }) => [`## ${title}`, ...members.flatMap(sectionOf)]),
    "## JSON",
    'With `--json` a command prints one document on stdout, and an error as `{"error":{"code","message","why","hint",…}}` on stderr. The field with the remedy is always `hint`. Scripts build on these shapes, so they stay even where they differ: `session` is the whole session if a command makes, opens or shows one, otherwise its id; one named session gives one object, several or a filter give `{"sessions":[…]}`; lists are named after their content (`sessions`, `agents`, `backups`), in the inbox and in the API `items`. Fields may be added.',
    "## Exit codes",
    table(
      ["code", "meaning"],
      Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]),
    ),
    "## Environment",
    variableTable("read", variablesRead),
    variableTable("set for programs that Skein starts", variablesSet),
  ].join("\n\n")}\n`;
}

function effectTable(commands: readonly Command[]): string {
  const needsName = ({ usage }: Command): boolean => usage.includes("<session>");
  const free = commands.filter((command) => !needsName(command));
  const named = (effect: Command["effect"]): string => namesOf(free.filter((command) => command.effect === effect));
  const both = free.flatMap(({ name, effect }) => (typeof effect === "object" ? [{ name, effect }] : []));
  return table(
    ["", "commands"],
    [
      ["read", named("reads")],
      ["act", named("acts")],
      ["read, and act …", both.map(({ name, effect }) => `\`${name}\` (… ${effect.acts})`).join(", ")],
      ["require a name, at least `@`; without one, exit code 2", namesOf(commands.filter(needsName))],
    ],
  );
}

const namesOf = (commands: readonly Command[]): string => commands.map(({ name }) => `\`${name}\``).join(", ");

function sectionOf({ name, aliases, summary, usage, details = [], examples = [], flags }: Command): string[] {
  const also = aliases.length > 0 ? ` Also called ${aliases.map((alias) => `\`${alias}\``).join(", ")}.` : "";
  return [
    `### ${name}`,
    `${prose(summary)}.${also}`,
    block("", [`skein ${usage}`]),
    ...paragraphsOf(details),
    ...(Object.keys(flags).length > 0 ? [flagTable(flags)] : []),
    ...(examples.length > 0 ? [block("sh", examples)] : []),
  ];
}

/** Lines with columns stay as they are. The others are sentences; where one ends with its line, the line ends, too. */
function paragraphsOf(details: readonly string[]): string[] {
  const paragraphs = details
    .join("\n")
    .split("\n\n")
    .filter((text) => text !== "");
  return paragraphs.map((text) =>
    / {2}/.test(text) ? block("", text.split("\n")) : prose(text).replaceAll(".\n", ".\\\n"),
  );
}

const flagTable = (flags: Flags): string =>
  table(
    ["flag", "what"],
    Object.entries(flags).map(([name, flag]) => [flagForm(name, flag), prose(flag.summary)]),
  );

function flagForm(name: string, { short, value, type }: Flag): string {
  const long = type === "boolean" ? `--${name}` : `--${name} <${value ?? name}>`;
  return short ? `\`-${short}\`, \`${long}\`` : `\`${long}\``;
}

const variableTable = (title: string, variables: readonly Variable[]): string =>
  table(
    [inCell(title), "what"],
    variables.map(({ name, text }) => [`\`${name}\``, prose(text)]),
  );
