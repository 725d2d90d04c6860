// An agent's own commands: whether a text is one, suggestions, and how they are shown.
import { ProblemError } from "../../client/index.ts";
import { type AgentCommand, commandNameIn, commandNames } from "../../core/index.ts";
import { Failure } from "../failure.ts";
import { suggest } from "../suggest.ts";
import { safeLine } from "../text/safe-text.ts";
import { shellWord } from "../text/shell-word.ts";
import { renderTable } from "../text/table.ts";

export { commandNameIn };

/** How to send it as a command. */
export const commandLine = (ref: string, text: string): string => `skein send ${ref} --command ${shellWord(text)}`;

/** The error for a command that the agent has not listed, with a suggestion; null for another error. */
export async function unknownCommand(error: unknown, refer: () => Promise<string>): Promise<Failure | null> {
  if (!(error instanceof ProblemError) || error.code !== "command_unknown") return null;
  const allowed = (error.facts.allowed as string[] | undefined) ?? [];
  const typed = /(?<=\s)\/(\S+)\.$/.exec(error.message)?.[1] ?? "";
  return new Failure(safeLine(error.message), {
    exit: "usage",
    code: "command_unknown",
    fix: `${meant(typed, allowed)}see them all: skein show ${await refer()} --commands`,
    facts: { allowed },
    cause: error,
  });
}

/** "did you mean /usage? ", or nothing. */
export function meant(typed: string, names: readonly string[]): string {
  const [begun = null] = typed === "" ? [] : names.filter((name) => name.startsWith(typed)).sort();
  const near = begun ?? suggest(typed, names);
  return near === null ? "" : `did you mean /${safeLine(near)}? `;
}

const SHOWN = 8;

/** Some of them in a line; null if the agent has listed none. */
export function commandsLine(commands: readonly AgentCommand[] | null, ref: string): string | null {
  if (commands === null || commands.length === 0) return null;
  const names = [...new Set(commands.map(({ name }) => name.split(" ")[0] ?? name))];
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  const shown = names.slice(0, SHOWN).map((name) => `/${safeLine(name)}`);
  return `commands: ${shown.join(" ")}${more}; all: skein show ${ref} --commands`;
}

/** All of them, each with its description. */
export function commandTable(commands: readonly AgentCommand[]): Promise<string[]> {
  return renderTable(
    commands.map(({ name, aliases = [], hint, description = "" }) => [
      { text: safeLine([...[name, ...aliases].map((one) => `/${one}`)].join(", ") + (hint ? ` ${hint}` : "")) },
      { text: safeLine(description) },
    ]),
  );
}

/** The names with the typed prefix. */
export const namesBeginning = (commands: readonly AgentCommand[], typed: string): string[] =>
  commandNames(commands)
    .filter((name) => name.startsWith(typed))
    .sort();
