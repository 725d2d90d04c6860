// What a shell script consists of, for judging it: the simple commands that it would run, and what stands in the way of knowing them.

export interface Word {
  /** As the program would get it: quotes and backslashes are resolved. */
  readonly text: string;
  /** Where in `text` an unquoted `*`, `?` or `[` stands, or another sign that zsh may take for a pattern. */
  readonly wild: readonly number[];
  /** Where in `text` the first quoted character stands; null = nothing is quoted. */
  readonly quotedFrom: number | null;
  /** It begins with an unquoted `~` or `~/`. */
  readonly isTilde: boolean;
  /** It has an unquoted brace. */
  readonly hasBraces: boolean;
}

export interface SimpleCommand {
  /** `NAME=value` in front of the command. */
  readonly assignments: readonly Word[];
  readonly words: readonly Word[];
  /** Files that it is redirected from or to. */
  readonly targets: readonly string[];
}

export interface Reading {
  /** With no obstacle these are all commands that would run, and their very words. With one they are what could be found. */
  readonly commands: readonly SimpleCommand[];
  /** Why nobody can say for sure what would run; each continues "it …". */
  readonly obstacles: readonly string[];
}

/** Where fish reads on, and where it ends a line, differs from all other shells; so a script is read in its way, too, to find what may run. */
export type Dialect = "sh" | "fish";

/** A place in a script, and what was found up to there. It is changed as the script is read. */
export interface Cursor {
  readonly script: string;
  at: number;
  readonly depth: number;
  readonly dialect: Dialect;
  readonly commands: SimpleCommand[];
  readonly obstacles: Set<string>;
}

/** Scripts in scripts in scripts: deeper ones are not looked into. */
export const MAX_DEPTH = 16;

export const isBare = (word: Word): boolean => word.quotedFrom === null;
