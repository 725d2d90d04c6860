// The agent's own commands: the list, and how a text names one of them.
import { trimLoneSurrogate } from "../text/trim-lone-surrogate.ts";
import type { AgentCommand } from "./events.ts";

/** The list is part of the state, whose size must stay bounded. */
const MAX_COMMANDS = 150;
const MAX_ALIASES = 8;
const MAX_NAME_LENGTH = 80;
const MAX_TEXT_LENGTH = 120;

/** The bounded list; names that can't be typed and duplicates are dropped. */
export function boundedCommands(listed: readonly AgentCommand[]): AgentCommand[] {
  const kept = new Map<string, AgentCommand>();
  for (const { name, description, hint, aliases } of listed) {
    if (kept.size === MAX_COMMANDS) break;
    if (!isName(name) || kept.has(name)) continue;
    const others = (aliases ?? []).filter(isName).slice(0, MAX_ALIASES);
    kept.set(name, {
      name,
      ...withText("description", description),
      ...withText("hint", hint),
      ...(others.length > 0 ? { aliases: others } : {}),
    });
  }
  return [...kept.values()];
}

const isName = (name: string): boolean =>
  name.length <= MAX_NAME_LENGTH && /^[^\s/\p{C}][^\p{C}]*$/u.test(name) && name.trimEnd() === name;

function withText<K extends string>(key: K, text: string | undefined): { [P in K]?: string } {
  const line = trimLoneSurrogate(
    (text ?? "")
      .replace(/[\s\p{C}]+/gu, " ")
      .trim()
      .slice(0, MAX_TEXT_LENGTH),
  );
  return (line === "" ? {} : { [key]: line }) as { [P in K]?: string };
}

/** The command name at the beginning of a text, without the slash; null if there is none. A path such as `/etc/hosts` is not a command. */
export const commandNameIn = (text: string): string | null => /^\/([^\s/]+)(?:\s|$)/.exec(text)?.[1] ?? null;

/** Whether the agent has listed the command at the beginning of a text. */
export function listsCommand(commands: readonly AgentCommand[], text: string): boolean {
  const name = commandNameIn(text);
  return name !== null && commandNames(commands).includes(name);
}

/** The characters that can follow the slash. */
export const commandNames = (commands: readonly AgentCommand[]): string[] => [
  ...new Set(commands.flatMap(({ name, aliases = [] }) => [name.split(" ")[0] ?? name, ...aliases])),
];
