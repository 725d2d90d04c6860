// The result of parsing a shell script: the simple commands that it would run, and the obstacles to knowing them.

export interface Word {
  /** As the program would get it: quotes and backslashes are resolved. */
  readonly text: string;
  /** Positions in `text` of an unquoted `*`, `?` or `[`, or of another character that zsh may treat as a pattern. */
  readonly wild: readonly number[];
  /** Position in `text` of the first quoted character; null if nothing is quoted. */
  readonly quotedFrom: number | null;
  /** It begins with an unquoted `~` or `~/`. */
  readonly isTilde: boolean;
  /** It has an unquoted brace. */
  readonly hasBraces: boolean;
  /** It has an unquoted ^ as in HEAD^: a pattern for zsh with extendedglob. */
  readonly hasCaret: boolean;
}

export interface SimpleCommand {
  /** `NAME=value` before the command. */
  readonly assignments: readonly Word[];
  readonly words: readonly Word[];
  /** Files of its redirections. */
  readonly targets: readonly string[];
}

export interface Reading {
  /** Without an obstacle these are all commands that would run, with their exact words. With one they are those that could be found. */
  readonly commands: readonly SimpleCommand[];
  /** Why it is uncertain what would run; each completes "it …". */
  readonly obstacles: readonly string[];
}

/** Fish differs from all other shells in where a word and a line end, so a script is also parsed in fish's way, to find what may run. */
export type Dialect = "sh" | "fish";

/** A position in a script, and what was found up to there. It is changed during parsing. */
export interface Cursor {
  readonly script: string;
  at: number;
  readonly depth: number;
  readonly dialect: Dialect;
  readonly commands: SimpleCommand[];
  readonly obstacles: Set<string>;
}

/** More deeply nested scripts are not parsed. */
export const MAX_DEPTH = 16;

export const isBare = (word: Word): boolean => word.quotedFrom === null;
