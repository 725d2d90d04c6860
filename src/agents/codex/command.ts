// A command as Codex says it, and as the model wrote it: it puts its shell around it, quoted.

/** What the shell was given; the whole line where it is not surely a shell of the system's with one script. */
export function scriptIn(line: string): string {
  const [shell = "", option = "", script, ...more] = wordsOf(line) ?? [];
  const isShell = /^((\/usr)?\/bin\/)?(ba|z|da)?sh$/.test(shell) && /^-l?c$/.test(option);
  return isShell && script !== undefined && more.length === 0 ? script : line;
}

const plain = /[^\s'"\\$`;&|<>()*?[\]{}~#!]/;

/** The words of a quoted line; null where something in it would mean more than itself. */
export function wordsOf(line: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] as string;
    if (sign === " ") {
      if (word !== null) words.push(word);
      word = null;
      continue;
    }
    if (sign === "'") {
      const end = line.indexOf("'", at + 1);
      if (end < 0) return null;
      word = (word ?? "") + line.slice(at + 1, end);
      at = end;
      continue;
    }
    if (sign === '"') {
      const quoted = /"((?:[^"\\]|\\[\s\S])*)"/y;
      quoted.lastIndex = at;
      const inside = quoted.exec(line)?.[1];
      // A dollar or a backtick that is not taken back would be replaced by the shell.
      if (inside === undefined || /[$`]/.test(inside.replace(/\\[\s\S]/g, ""))) return null;
      word = (word ?? "") + inside.replace(/\\(["\\$`])/g, "$1");
      at = quoted.lastIndex - 1;
      continue;
    }
    if (!plain.test(sign)) return null;
    word = (word ?? "") + sign;
  }
  return word === null ? words : [...words, word];
}
