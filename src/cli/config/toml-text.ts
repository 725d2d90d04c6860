// Changes or removes one value in the text of a TOML file: comments, order and layout stay unchanged.

/** The position of a value in the text. */
interface Assignment {
  readonly path: readonly string[];
  readonly from: number;
  readonly to: number;
  /** Of its lines. */
  readonly start: number;
  readonly end: number;
}

interface Header {
  readonly path: readonly string[];
  /** Of its line. */
  readonly start: number;
  readonly lineEnd: number;
  /** Of an array of tables: nothing is added there. */
  readonly isRepeated: boolean;
  /** Where a new key goes: after the last one, or after the header. */
  end: number;
}

/** `literal` is the value in TOML syntax. Total: the caller parses the result to detect a wrong edit. */
export function setInToml(text: string, path: readonly string[], literal: string): string {
  const { assignments, headers, topEnd } = scan(text);
  const known = assignments.find((one) => samePath(one.path, path));
  if (known) return text.slice(0, known.from) + literal + text.slice(known.to);
  const table = path.slice(0, -1);
  const line = (key: readonly string[]): string => `${key.map(bareOrQuoted).join(".")} = ${literal}\n`;
  if (table.length === 0) return insert(text, topEnd, line(path));
  const header = headers.find((one) => !one.isRepeated && samePath(one.path, table));
  if (header) return insert(text, header.end, line(path.slice(-1)));
  const gap = text === "" || text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  return `${text}${gap}[${table.map(bareOrQuoted).join(".")}]\n${line(path.slice(-1))}`;
}

/** Removes the lines of a value, or of a table with all its values. Null if the text has neither, or none on lines of its own. */
export function removeFromToml(text: string, path: readonly string[]): string | null {
  const { assignments, headers } = scan(text);
  const isOf = (one: { path: readonly string[] }): boolean => samePath(one.path.slice(0, path.length), path);
  const lines = [
    ...assignments.filter(isOf),
    ...headers.filter(isOf).map(({ start, lineEnd }) => ({ start, end: lineEnd })),
  ].sort((a, b) => b.start - a.start);
  if (lines.length === 0) return null;
  return lines.reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
}

const insert = (text: string, at: number, line: string): string => {
  const before = text.slice(0, at);
  return `${before}${before === "" || before.endsWith("\n") ? "" : "\n"}${line}${text.slice(at)}`;
};

const samePath = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((part, index) => part === b[index]);

const bareOrQuoted = (part: string): string => (/^[\w-]+$/.test(part) ? part : JSON.stringify(part));

/** `limits.turn_minutes`, `tools."my.tool".command`; null when it is no key. */
export function parseKey(typed: string): string[] | null {
  const part = /\s*(?:([\w-]+)|"((?:[^"\\]|\\.)*)"|'([^']*)')\s*(\.|$)/y;
  const path: string[] = [];
  while (part.lastIndex < typed.length || path.length === 0) {
    const found = part.exec(typed);
    if (!found) return null;
    const [, bare, quoted, literal, dot] = found;
    const text = bare ?? literal ?? unquote(quoted ?? "");
    if (text === null) return null;
    path.push(text);
    if (dot === "") return path;
    if (part.lastIndex >= typed.length) return null;
  }
  return path;
}

function unquote(inner: string): string | null {
  try {
    return JSON.parse(`"${inner}"`) as string;
  } catch {
    return null;
  }
}

function scan(text: string): { assignments: Assignment[]; headers: Header[]; topEnd: number } {
  const assignments: Assignment[] = [];
  const headers: Header[] = [];
  let topEnd = 0;
  let at = 0;
  while (at < text.length) {
    const lineEnd = endOfLine(text, at);
    const line = text.slice(at, lineEnd);
    const header = /^\s*(\[\[?)([^\]]*)\]/.exec(line);
    const equals = header ? -1 : keyLength(line);
    if (header) {
      const path = parseKey(header[2] ?? "") ?? [];
      headers.push({ path, start: at, lineEnd, isRepeated: header[1] === "[[", end: lineEnd });
      at = lineEnd;
    } else if (equals > 0) {
      const from = at + equals + 1 + (/^[ \t]*/.exec(line.slice(equals + 1))?.[0].length ?? 0);
      const to = endOfValue(text, from);
      const table = headers.at(-1);
      const path = [...(table?.path ?? []), ...(parseKey(line.slice(0, equals)) ?? [])];
      const start = at;
      at = endOfLine(text, to);
      assignments.push({ path, from, to, start, end: at });
      if (table) table.end = at;
      else topEnd = at;
    } else at = lineEnd;
  }
  return { assignments, headers, topEnd };
}

const endOfLine = (text: string, from: number): number => {
  const feed = text.indexOf("\n", from);
  return feed === -1 ? text.length : feed + 1;
};

/** The position of the "=" after a key; -1 if the line has none. */
function keyLength(line: string): number {
  const key = /^\s*(?:[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*'))*\s*=/.exec(
    line,
  );
  return key ? key[0].length - 1 : -1;
}

const strings = /"""(?:[^\\]|\\.)*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/sy;

/** Strings, lists and tables end at their closing delimiter, all other values at a comment or at the end of the line. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  let end = from;
  for (let at = from; at < text.length; ) {
    const sign = text[at] ?? "";
    strings.lastIndex = at;
    const quoted = sign === '"' || sign === "'" ? strings.exec(text) : null;
    if (quoted) at = strings.lastIndex;
    else if (sign === "#" && depth > 0) at = endOfLine(text, at);
    else if (depth === 0 && (sign === "\n" || sign === "\r" || sign === "#")) break;
    else {
      if (sign === "[" || sign === "{") depth++;
      if (sign === "]" || sign === "}") depth--;
      at++;
    }
    if (!/\s/.test(text[at - 1] ?? "")) end = at;
  }
  return end;
}
