// Texts in a command's words that may run as scripts. In doubt a text is included.
import { isInterpreter } from "./interpreters.ts";
import { nameOf } from "./program-name.ts";
import type { SimpleCommand } from "./shell/reading.ts";

const shells: ReadonlySet<string> = new Set(
  "sh bash dash zsh ksh ksh93 mksh yash ash fish csh tcsh busybox".split(" "),
);

export const isShellName = (name: string): boolean => shells.has(name);

/** They pass their stdin to a shell. */
const shellsAtLast: ReadonlySet<string> = new Set("at batch crontab ssh parallel".split(" "));

/** Whether a command may be a shell that runs its stdin, also started by another program. */
export const isShell = ({ words }: SimpleCommand, isCarrier: boolean): boolean =>
  (isCarrier ? words : words.slice(0, 1)).some(({ text }) => {
    const name = nameOf(text).toLowerCase();
    return shells.has(name) || shellsAtLast.has(name);
  });

interface Role {
  /** The program may run its text arguments. */
  readonly isCarrier: boolean;
  /** Its output may go to a shell. */
  readonly isPiped: boolean;
}

/** More than one plain word. */
const isScript = (text: string): boolean => /[\s;&|<>()'"`$\\]/.test(text);

export function textsThatRun({ words, targets }: SimpleCommand, { isCarrier, isPiped }: Role): string[] {
  const [program = "", ...texts] = words.map(({ text }) => text);
  const name = nameOf(program).toLowerCase();
  const given = isCarrier ? [...texts, ...texts.flatMap(valueIn), ...targets].filter(isScript) : [];
  const printed = isPiped && !isCarrier ? [...texts.filter(isScript), texts.join(" ")] : [];
  const called = isCarrier || isInterpreter(name) ? texts.flatMap(stringsIn) : [];
  return [...given, ...printed, ...called, ...texts.flatMap((text, at) => behindExec(text, texts[at - 1] ?? "", name))];
}

/** `--command='a b'`, `alias x='a b'`. */
const valueIn = (text: string): string[] => {
  const [name] = /^[\w.-]+=/.exec(text) ?? [];
  return name === undefined ? [] : [text.slice(name.length)];
};

/** `git rebase -x 'make test'`, and git -c alias.x='!command'. */
function behindExec(text: string, before: string, program: string): string[] {
  if (/^alias\.[^=]*=!/.test(text)) return [text.slice(text.indexOf("!") + 1)];
  if (/^--exec=/.test(text)) return [text.slice("--exec=".length)];
  return before === "--exec" || (program === "git" && before === "-x") ? [text] : [];
}

/** Longer strings are not commands. */
const quoted = /(?<!\\)(["'`])((?:\\.|(?!\1)[^\\]){0,2000})\1/gs;

/** The string literals of a program's text, adjacent ones joined: `run(['git', 'push'])`. */
function stringsIn(text: string): string[] {
  if (!/["'`]/.test(text)) return [];
  const found: string[] = [];
  let end = -1;
  for (const { index, 0: whole, 2: inside = "" } of text.matchAll(quoted)) {
    const plain = inside.replace(/\\(.)/gs, "$1");
    if (end !== -1 && /^[\s,[\]()]*$/.test(text.slice(end, index))) found.push(`${found.pop()} ${plain}`);
    else found.push(plain);
    end = index + whole.length;
  }
  return found;
}
