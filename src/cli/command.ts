// What a command is. Help comes from the same declaration that parses the command line.
import type { Client } from "../client/index.ts";
import type { Paths } from "../home/index.ts";
import type { Flag, Flags, FlagValues, GlobalValues } from "./flags.ts";
import type { Io } from "./io.ts";
import type { Named } from "./render/session-name.ts";
import type { Style } from "./text/style.ts";

export type Group = "START" | "WORK" | "HISTORY" | "CONNECT";

export interface ClientChoice {
  /** Where the system does not tell who calls, the person may be asked for a code. Not while something else reads what is typed. */
  readonly confirms?: boolean;
}

/** Without a word on flags: the ones that every command has. */
export interface Context<F extends Flags = Record<never, Flag>> {
  readonly io: Io;
  readonly paths: Paths;
  readonly style: Style;
  /** The directory the command works for: `-C`, or where it was typed. */
  readonly cwd: string;
  readonly positionals: readonly string[];
  readonly flags: FlagValues<F> & GlobalValues;
  /** The command's word, and what was typed beside it. */
  readonly typed: {
    readonly word: string;
    readonly rest: readonly string[];
    /** No command was typed, only what it is about: `skein api`. */
    readonly isBare?: boolean;
  };
  /** What was typed changes something in the session that it means. */
  readonly acts: boolean;
  /** The one session that was found for what was typed; null when none was, or several were. */
  found: Named | null;
  /** A person sits at both ends and may be asked. */
  readonly isInteractive: boolean;
  /** Talks to the daemon, which is started when it is first needed and not there. */
  client(options?: ClientChoice): Promise<Client>;
  /** A line on stdout: what was asked for. */
  print(line: string): void;
  /** A line on stdout for people: silent with `--quiet` and `--json`. */
  say(line: string): void;
  /** The one document of `--json`. */
  printJson(document: object): void;
}

/**
 * What a command does to the one session that it means: it reads, or it acts: sends, changes or ends something. Where nobody named a session
 * and the directory has none, what reads takes the session that was selected last and says so; what acts asks first.
 */
export type Effect<F extends Flags = Flags> =
  | "none"
  | "reads"
  | "acts"
  /** It reads, unless … */
  | { readonly acts: string; when(context: Context<F>): boolean };

export interface Command<F extends Flags = Flags> {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly group: Group;
  readonly summary: string;
  /** After the program's name: `send <session> "<text>"`. */
  readonly usage: string;
  /** What the summary does not say. */
  readonly details?: readonly string[];
  readonly examples?: readonly string[];
  readonly effect: Effect<F>;
  readonly flags: F;
  readonly maxPositionals: number;
  /** It opens nothing in a home that can't be trusted: it looks at the home itself, or has no need of it. */
  readonly needsNoHome?: boolean;
  /** Its last positional is free text, which may want to begin with "-". */
  readonly takesText?: boolean;
  /** Resolves to the exit code. */
  run(context: Context<F>): Promise<number>;
}

/** Checks the declaration against its own flags, and forgets them: the table holds commands of any kind. */
export const defineCommand = <const F extends Flags>(command: Command<F>): Command => command as unknown as Command;
