// Parses a shell script far enough to know every simple command in it. Total: what it does not understand is an obstacle. It is stricter than any
// one shell, because agents use sh, bash, zsh and others: where these differ, there is an obstacle.
import { hasInvisible } from "../visible-text.ts";
import { consumeWord, endCommand, isAtStart, type Pending, pendingCommand } from "./pending-command.ts";
import { type Cursor, type Dialect, MAX_DEPTH, type Reading, type SimpleCommand } from "./reading.ts";
import { consumeRedirection } from "./redirection.ts";
import { continueLine, scanWord } from "./scan-word.ts";

/** Scripts that are longer, or have more commands, are not parsed to their end: nobody could review them either. */
const MAX_CHARACTERS = 32 * 1024;
const MAX_COMMANDS = 500;
const MAX_WORDS = 500;

export function readScript(whole: string, dialect: Dialect = "sh"): Reading {
  const obstacles = new Set<string>();
  const script = whole.slice(0, MAX_CHARACTERS);
  if (hasInvisible(script)) obstacles.add("has control characters or invisible characters");
  const commands: SimpleCommand[] = [];
  readList({ script, at: 0, depth: 0, dialect, commands, obstacles }, null);
  if (commands.length === 0) obstacles.add("has no command");
  const isLong = commands.length > MAX_COMMANDS || commands.some(({ words }) => words.length > MAX_WORDS);
  if (script !== whole || isLong) obstacles.add("is too long to be evaluated");
  return { commands, obstacles: [...obstacles] };
}

/** Reads commands up to `closer`, or to the end. */
function readList(cursor: Cursor, closer: ")" | null): void {
  const { script, obstacles } = cursor;
  let pending = pendingCommand();
  const groups: string[] = [];
  const end = (): void => {
    next();
    if (groups.length > 0) obstacles.add(`has a ${groups.at(-1)} with nothing after it`);
  };
  const next = (): Pending => {
    endCommand(cursor, pending);
    pending = pendingCommand();
    return pending;
  };
  while (cursor.at < script.length) {
    const character = script[cursor.at] as string;
    const two = script.slice(cursor.at, cursor.at + 2);
    if (character === " " || character === "\t") cursor.at++;
    else if (two === "\\\n") continueLine(cursor);
    else if (character === "\n") {
      next();
      cursor.at++;
    } else if (character === "#") skipComment(cursor, pending);
    else if (two === "&>") {
      // One operator in some shells; in others the end of a command, followed by one that begins with a redirection.
      obstacles.add("has a &>, which shells read differently");
      consumeRedirection(cursor, { pending, readNested });
    } else if (character === "<" || character === ">") consumeRedirection(cursor, { pending, readNested });
    else if (character === ";" || character === "&" || character === "|") {
      if (/^(;[;&|]|&[!|])$/.test(two)) obstacles.add(`has a ${two}, which shells read differently`);
      else if (/^&[^&\s;)]$/.test(two)) obstacles.add("has an & inside a word, which some shells read as a part of it");
      next();
      cursor.at += two === "&&" || two === "||" || two === "|&" ? 2 : 1;
    } else if (character === "(") {
      openGroup(cursor, pending);
      pending.isGroup = true;
    } else if (character === ")") {
      if (closer === ")") {
        end();
        cursor.at++;
        return;
      }
      next();
      cursor.at++;
      obstacles.add("has a parenthesis that was never opened");
    } else consumeWord(cursor, { pending, word: scanWord(cursor, readNested), groups, next });
  }
  end();
  if (closer !== null) obstacles.add("has a parenthesis that is not closed");
}

function openGroup(cursor: Cursor, pending: Pending): void {
  const { script, obstacles } = cursor;
  if (!isAtStart(pending)) obstacles.add("has a parenthesis inside a command: a function, an array or a pattern");
  cursor.at++;
  if (script[cursor.at] === "(") obstacles.add("has arithmetic, ((…))");
  if (/^\s*\)/.test(script.slice(cursor.at, cursor.at + 80))) obstacles.add("defines a function");
  readNested(cursor, ")");
}

/** The content of a substitution or a group; its commands are found, too. */
function readNested(cursor: Cursor, closer: ")" | "`"): void {
  const { script, dialect, commands, obstacles } = cursor;
  const depth = cursor.depth + 1;
  if (depth > MAX_DEPTH) {
    obstacles.add("is nested too deeply");
    cursor.at = script.length;
  } else if (closer === "`") {
    const end = backtickAfter(cursor);
    const inside = script.slice(cursor.at, end).replace(/\\([`\\$])/g, "$1");
    readList({ script: inside, at: 0, depth, dialect, commands, obstacles }, null);
    if (end >= script.length) obstacles.add("has a ` that is not closed");
    cursor.at = end + 1;
  } else {
    const nested = { script, at: cursor.at, depth, dialect, commands, obstacles };
    readList(nested, ")");
    cursor.at = nested.at;
  }
}

function backtickAfter({ script, at }: Cursor): number {
  let end = at;
  while (end < script.length && script[end] !== "`") end += script[end] === "\\" ? 2 : 1;
  return Math.min(end, script.length);
}

/** A line of plain words is a comment in every shell, or harmless. After a command it is not: some shells read it as more words. */
function skipComment(cursor: Cursor, pending: Pending): void {
  const { script, at, obstacles } = cursor;
  const lineEnd = script.indexOf("\n", at);
  const end = lineEnd === -1 ? script.length : lineEnd;
  if (!isAtStart(pending)) obstacles.add("has a comment after a command, which shells read differently");
  else if (!/^#[\w ,.:/-]*$/.test(script.slice(at, end)))
    obstacles.add("has a comment with more than plain words in it");
  cursor.at = end;
}
