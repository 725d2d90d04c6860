// One shell word: quotes and backslashes are resolved as in sh; anything that a shell would expand is an obstacle.
import type { Cursor, Word } from "./reading.ts";

const delimiter = /[ \t\n;&|<>()]/;

export const isDelimiter = (character: string | undefined): boolean =>
  character === undefined || delimiter.test(character);

/** Fish keeps the backslash. */
export const KEPT_BACKSLASH = "has a \\` in double quotes, which shells read differently";

/** Reads a command list up to `closer`. The list reader passes it in, because it reads words itself. */
export type ReadNested = (cursor: Cursor, closer: ")" | "`") => void;

interface Draft {
  text: string;
  wild: number[];
  quotedFrom: number | null;
  isTilde: boolean;
  hasBraces: boolean;
  hasCaret: boolean;
}

/** The word at the cursor, which moves to the word's end. */
export function scanWord(cursor: Cursor, readNested: ReadNested): Word {
  const { script, obstacles } = cursor;
  const word: Draft = { text: "", wild: [], quotedFrom: null, isTilde: false, hasBraces: false, hasCaret: false };
  const begin = cursor.at;
  while (!isDelimiter(script[cursor.at])) {
    const character = script[cursor.at] as string;
    const isFirst = cursor.at === begin;
    switch (character) {
      case "\\":
        backslash(cursor, word);
        continue;
      case "'":
        singleQuotes(cursor, word);
        continue;
      case '"':
        doubleQuotes(cursor, { word, readNested });
        continue;
      case "$":
      case "`":
        expansion(cursor, { word, readNested, isQuoted: false });
        continue;
      case "*":
      case "?":
      case "[":
        word.wild.push(word.text.length);
        break;
      case "{":
        // `HEAD@{1}` is an ordinary word in every shell; other braces may expand to several words.
        if (script[cursor.at - 1] === "@" && /^\{[A-Za-z0-9-]*\}/.test(script.slice(cursor.at, cursor.at + 40))) {
          const end = script.indexOf("}", cursor.at) + 1;
          word.text += script.slice(cursor.at, end);
          cursor.at = end;
          continue;
        }
        word.hasBraces = true;
        break;
      case "}":
        word.hasBraces = true;
        break;
      case "~":
        tilde(cursor, { word, isFirst });
        break;
      case "^":
        // zsh may read it as "anything but". HEAD^ is for git.
        if (isCaretOfName(word.text)) word.hasCaret = true;
        else word.wild.push(word.text.length);
        break;
      case "#":
        if (!isFirst && isFishComment(cursor)) {
          const lineEnd = script.indexOf("\n", cursor.at);
          cursor.at = lineEnd === -1 ? script.length : lineEnd;
          continue;
        }
        // zsh may read it as "any number of the preceding".
        if (word.text !== "") word.wild.push(word.text.length);
        if (word.quotedFrom !== null) obstacles.add("has a # after a quoted character, which shells read differently");
        break;
      case "=":
        // Empty quotes before it do not stop zsh.
        if (word.text === "")
          obstacles.add("has a word that begins with =, which some shells expand to a program's path");
        break;
    }
    word.text += character;
    cursor.at++;
  }
  if (word.text !== "[" && word.wild.some((at) => word.text[at] === "[" && !word.text.includes("]", at)))
    obstacles.add("has a [ that is not closed in its word, which some shells continue in the next word");
  // A single bracket is an ordinary word.
  return word.text === "[" ? { ...word, wild: [] } : word;
}

/** Behind a name that is no flag, and does not begin with a dot: with `.e^`, zsh could find `.env`. */
const isCaretOfName = (text: string): boolean =>
  /[\w@}^]$/.test(text) && !text.startsWith("-") && !/(?:^|\/)\.\.?(?!\.)[^/]*$/.test(text);

/** Fish looks only at the preceding character: even after an escaped one, a comment begins. */
const isFishComment = ({ script, at, dialect }: Cursor): boolean =>
  dialect === "fish" && /[\s(;<>|]/.test(script[at - 1] ?? "");

function tilde({ script, at, obstacles }: Cursor, { word, isFirst }: { word: Draft; isFirst: boolean }): void {
  if (isFirst) {
    const next = script[at + 1];
    if (next === "/" || isDelimiter(next)) word.isTilde = true;
    else obstacles.add("has a ~name, a directory that only the shell knows");
  } else if (word.text === "" || /[=:]/.test(script[at - 1] ?? "")) {
    obstacles.add("has a ~ inside a word, which some shells expand");
  }
}

function addQuoted(word: Draft, text: string): void {
  word.quotedFrom ??= word.text.length;
  word.text += text;
}

/** A backslash at the end of a line. After a space every shell continues the line; elsewhere some end a word or an operator there. */
export function continueLine(cursor: Cursor): void {
  const { script, at, obstacles } = cursor;
  if (at > 0 && !/\s/.test(script[at - 1] as string))
    obstacles.add("has a line that continues inside a word or an operator, which shells read differently");
  cursor.at += 2;
}

function backslash(cursor: Cursor, word: Draft): void {
  const { script, at, obstacles } = cursor;
  const next = script[at + 1];
  if (next === "\n") {
    continueLine(cursor);
    return;
  }
  cursor.at += 2;
  if (next === undefined) obstacles.add("ends with a backslash");
  else addQuoted(word, next);
  if (next !== undefined && /\w/.test(next))
    obstacles.add("has a backslash before a letter or a digit, which some shells read as another character");
}

/** -1 if there is none. */
function closingQuote({ script, at, dialect }: Cursor): number {
  if (dialect === "sh") return script.indexOf("'", at + 1);
  // In fish, a backslash escapes a quote and another backslash.
  let end = at + 1;
  while (end < script.length && script[end] !== "'") end += script[end] === "\\" ? 2 : 1;
  return end < script.length ? end : -1;
}

function singleQuotes(cursor: Cursor, word: Draft): void {
  const { script, at, obstacles } = cursor;
  const found = closingQuote(cursor);
  const end = found === -1 ? script.length : found;
  if (found === -1) obstacles.add("has a quote that is not closed");
  else if (script[end - 1] === "\\" || script.slice(at, end).includes("\\\\"))
    obstacles.add("has backslashes in single quotes, which shells read differently");
  addQuoted(word, script.slice(at + 1, end));
  cursor.at = end + 1;
}

function doubleQuotes(cursor: Cursor, { word, readNested }: { word: Draft; readNested: ReadNested }): void {
  const { script, obstacles } = cursor;
  addQuoted(word, "");
  cursor.at++;
  for (;;) {
    const character = script[cursor.at];
    const next = script[cursor.at + 1];
    if (character === undefined) {
      obstacles.add("has a quote that is not closed");
      return;
    }
    if (character === '"') {
      cursor.at++;
      return;
    }
    if (character === "$" || character === "`") {
      expansion(cursor, { word, readNested, isQuoted: true });
    } else if (character === "\\" && next !== undefined && /[$`"\\\n]/.test(next)) {
      if (next === "`") obstacles.add(KEPT_BACKSLASH);
      if (next !== "\n") word.text += next;
      cursor.at += 2;
    } else {
      word.text += character;
      cursor.at++;
    }
  }
}

interface Place {
  word: Draft;
  readNested: ReadNested;
  isQuoted: boolean;
}

function expansion(cursor: Cursor, { word, readNested, isQuoted }: Place): void {
  const { script, at, obstacles } = cursor;
  const next = script[at + 1];
  if (script[at] === "`") {
    obstacles.add("runs a command to get its output (`…`)");
    cursor.at++;
    readNested(cursor, "`");
  } else if (next === "(") {
    obstacles.add("runs a command to get its output ($(…))");
    cursor.at += 2;
    readNested(cursor, ")");
  } else if (!isQuoted && (next === "'" || next === '"')) {
    obstacles.add(`has a $${next}…${next}, which shells read differently`);
    cursor.at++;
  } else {
    // As in grep "x$": a dollar without a name stands for itself.
    const isLiteral = isQuoted ? next !== undefined && /[" |]/.test(next) : next === undefined || /\s/.test(next);
    if (!isLiteral) obstacles.add("has a variable ($…), whose value only the shell knows");
    word.text += "$";
    cursor.at++;
  }
}
