// The model behind all completion scripts: each command with its flags and its arguments.
import type { Command } from "../command.ts";
import { type Flag, globalFlags } from "../flags.ts";
import { type Slot, slotOfFlag, slotsOf } from "./slots.ts";

export interface ShellFlag {
  readonly name: string;
  readonly short: string | null;
  readonly summary: string;
  /** Null if it takes no value. */
  readonly value: Slot | null;
}

export interface ShellCommand {
  readonly words: readonly string[];
  readonly summary: string;
  readonly flags: readonly ShellFlag[];
  readonly slots: readonly Slot[];
  readonly isRepeating: boolean;
}

export interface ShellModel {
  readonly commands: readonly ShellCommand[];
  readonly globals: readonly ShellFlag[];
}

export const shellModel = (commands: readonly Command[]): ShellModel => ({
  commands: commands.map((command) => ({
    words: [command.name, ...command.aliases],
    summary: command.summary,
    flags: flagsOf(command.flags),
    ...slotsOf(command),
  })),
  globals: flagsOf(globalFlags),
});

const flagsOf = (flags: Readonly<Record<string, Flag>>): ShellFlag[] =>
  Object.entries(flags).map(([name, flag]) => ({
    name,
    short: flag.short ?? null,
    summary: flag.summary,
    value: flag.type === "boolean" ? null : slotOfFlag(flag),
  }));

export const flagWords = ({ name, short }: ShellFlag): string[] => [
  `--${name}`,
  ...(short === null ? [] : [`-${short}`]),
];

export const takingValue = (flags: readonly ShellFlag[]): string[] =>
  flags.filter(({ value }) => value !== null).flatMap(flagWords);

export const allWords = ({ commands }: ShellModel): string[] => commands.flatMap(({ words }) => words);
