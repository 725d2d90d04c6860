// The declaration of a command. Help and parsing use the same declaration.
import type { Client } from "../client/index.ts";
import type { Paths } from "../home/index.ts";
import type { Flag, Flags, FlagValues, GlobalValues } from "./flags.ts";
import type { Io } from "./io.ts";
import type { Named } from "./render/session-name.ts";
import type { Style } from "./text/style.ts";

export type Group = "START" | "WORK" | "HISTORY" | "CONNECT";

export interface ClientChoice {
  /** The person may be asked for a code if the system does not tell who calls. Not while something else reads the keyboard. */
  readonly confirms?: boolean;
}

/** Without flags of its own, a command has only the global ones. */
export interface Context<F extends Flags = Record<never, Flag>> {
  readonly io: Io;
  readonly paths: Paths;
  readonly style: Style;
  /** The directory the command works for: `-C`, or the current one. */
  readonly cwd: string;
  readonly positionals: readonly string[];
  readonly flags: FlagValues<F> & GlobalValues;
  /** The command's name and arguments, as typed. */
  readonly typed: {
    readonly word: string;
    readonly rest: readonly string[];
    /** No command was typed, only its subject: `skein api`. */
    readonly isBare?: boolean;
  };
  /** The arguments make a command that reads change something. */
  readonly acts: boolean;
  /** The one session that was found; null if none was, or several were. */
  found: Named | null;
  /** stdin and stdout are a terminal, so the person may be asked. */
  readonly isInteractive: boolean;
  /** The client; the daemon is started at the first call if none runs. */
  client(options?: ClientChoice): Promise<Client>;
  /** A line on stdout: the result. */
  print(line: string): void;
  /** A line on stdout for people: silent with `--quiet` and `--json`. */
  say(line: string): void;
  /** The document of `--json`. */
  printJson(document: object): void;
}

/**
 * What a command does to its session: it reads, or it acts (sends, changes or ends something). If no session is named and the directory has none, a
 * reading command uses the one that was selected last and says so; an acting one asks first.
 */
export type Effect<F extends Flags = Flags> =
  | "none"
  | "reads"
  | "acts"
  /** It reads, unless this is true. */
  | { readonly acts: string; when(context: Context<F>): boolean };

export interface Command<F extends Flags = Flags> {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly group: Group;
  readonly summary: string;
  /** After the program's name: `send <session> "<text>"`. */
  readonly usage: string;
  /** Details beyond the summary. */
  readonly details?: readonly string[];
  readonly examples?: readonly string[];
  readonly effect: Effect<F>;
  readonly flags: F;
  readonly maxPositionals: number;
  /** It opens nothing in an untrusted home: it checks the home itself, or does not need it. */
  readonly needsNoHome?: boolean;
  /** Its last positional is free text, which may begin with "-". */
  readonly takesText?: boolean;
  /** Resolves to the exit code. */
  run(context: Context<F>): Promise<number>;
}

/** Checks a declaration against its own flags, and returns it without their types: the table holds commands of any kind. */
export const defineCommand = <const F extends Flags>(command: Command<F>): Command => command as unknown as Command;
