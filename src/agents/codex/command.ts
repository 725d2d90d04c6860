// Recovers the model's command from Codex's command line, which wraps it in a shell with quotes.

/** The argument of the shell; the whole line unless it is certainly one of the system's shells with one script. */
export function scriptIn(line: string): string {
  const [shell = "", option = "", script, ...more] = wordsOf(line) ?? [];
  const isShell = /^((\/usr)?\/bin\/)?(ba|z|da)?sh$/.test(shell) && /^-l?c$/.test(option);
  return isShell && script !== undefined && more.length === 0 ? script : line;
}

const plain = /[^\s'"\\$`;&|<>()*?[\]{}~#!]/;

/** The words of a quoted line; null if a part of it has a special meaning. */
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
      // The shell would replace an unescaped dollar or backtick.
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
