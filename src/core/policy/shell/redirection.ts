// Redirections: 2>&1 and /dev/null are harmless; all others read or write something that no rule has named.
import type { Pending } from "./pending-command.ts";
import { type Cursor, isBare } from "./reading.ts";
import { continueLine, isDelimiter, type ReadNested, scanWord } from "./scan-word.ts";

const operator = /^(?:<<<|<<-|<<|<>|<&|<\(|<|>>|>\||>!|>&|>\(|>|&>>|&>)/;

interface Place {
  pending: Pending;
  readNested: ReadNested;
}

export function consumeRedirection(cursor: Cursor, { pending, readNested }: Place): void {
  const { script, obstacles } = cursor;
  const sign = operator.exec(script.slice(cursor.at, cursor.at + 3))?.[0] ?? "";
  cursor.at += sign.length;
  pending.hasRedirection = true;
  if (sign === "<(" || sign === ">(") {
    obstacles.add(`runs a command as if it were a file (${sign}…))`);
    readNested(cursor, ")");
    return;
  }
  while (/^(?:[ \t]|\\\n)/.test(script.slice(cursor.at, cursor.at + 2)))
    if (script[cursor.at] === "\\") continueLine(cursor);
    else cursor.at++;
  if (isDelimiter(script[cursor.at])) {
    obstacles.add("has a redirection to nothing");
    return;
  }
  const word = scanWord(cursor, readNested);
  const target = word.text;
  if (sign === "<<" || sign === "<<-") obstacles.add("has a here-document");
  else if (sign === "<<<") obstacles.add("has a here-string");
  else if (sign === ">&" || sign === "<&") {
    if (isBare(word) && /^\d$/.test(target)) return;
    obstacles.add(`has a redirection ${sign} to something that is not a number`);
  } else {
    if (isBare(word) && target === "/dev/null" && sign !== "<>" && sign !== ">!") return;
    obstacles.add(sign === "<" ? "reads its input from a file (<)" : `writes to a file (${sign})`);
  }
  pending.targets.push(target);
}
