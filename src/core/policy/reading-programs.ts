// Programs that only read, or print their arguments: they may get any path. Their flags that write are listed as risks.
import { launchersIn } from "./launchers.ts";
import { possibleSubcommands } from "./ordinary-subcommands.ts";
import { unversioned } from "./program-name.ts";
import type { Word } from "./shell/reading.ts";

const readers: ReadonlySet<string> = new Set(
  [
    "cat tac nl head tail wc cut paste join comm tr rev fold column sort uniq ptx od xxd hexdump strings sed",
    "ls dir tree eza exa lsd stat file du df find fd fdfind locate readlink realpath basename dirname which type whereis",
    "grep egrep fgrep rgrep zgrep rg ag ack ugrep diff cmp zcat bzcat xzcat zstdcat",
    "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum shasum b2sum cksum sum base64 iconv jq yq shellcheck",
    "nm objdump readelf size tokei ps pgrep id uname date",
    // Their arguments are text.
    "echo printf print test [ expr seq true false : sleep",
  ].flatMap((line) => line.split(" ")),
);

/** Subcommands of programs that do more than that. Those of git that use or create a repository are judged by its location. */
const readingSubcommands: Readonly<Record<string, string>> = {
  git: "log diff show status blame annotate grep ls-files ls-tree rev-parse rev-list cat-file describe shortlog reflog branch tag commit merge-base name-rev show-ref for-each-ref check-ignore diff-tree diff-index diff-files whatchanged range-diff clone init worktree push fetch pull ls-remote",
  gh: "pr issue",
};

/** `//app:test` is one of their targets. */
const labelled: ReadonlySet<string> = new Set("bazel bazelisk blaze buck buck2 pants".split(" "));

/** Their arguments may be an address with any path in it, and they may send an object or a list. */
const senders: ReadonlySet<string> = new Set("curl wget http https xh gh".split(" "));

export interface Place {
  /** A command's words; programs without their directories. */
  readonly names: readonly string[];
  /** The possible positions of programs among them. */
  readonly programs: readonly number[];
  readonly at: number;
}

/** The programs that may get a word: all before it, except those that only start another one. */
export const programsThatGet = ({ names, programs, at }: Place): number[] =>
  programs.filter(
    (from) => from < at && (readers.has(names[from] ?? "") || launchersIn(names.slice(from)).length === 0),
  );

/** Whether a program, or one of its subcommands, only reads. */
export const mayOnlyRead = (name: string): boolean =>
  [name, unversioned(name)].some((one) => readers.has(one) || Object.hasOwn(readingSubcommands, one));

/** Whether a word may be any path, because each program that may get it only reads, or does not treat it as a path. */
export function mayNameAnyPath({ text }: Word, place: Place): boolean {
  const getting = programsThatGet(place);
  return getting.length > 0 && getting.every((from) => takesAnyPath(place.names.slice(from), text));
}

function takesAnyPath(names: readonly string[], word: string): boolean {
  const [name = ""] = names;
  const program = unversioned(name);
  if (readers.has(name) || readers.has(program)) return true;
  if (senders.has(program) && /^(?:\s*[[{]|https?:\/\/)/i.test(word)) return true;
  if (labelled.has(program)) return !/^--|~|(?<![\w.])\.\.(?![.\w])|(?<![\w/.])\/(?!\/)/.test(word);
  const known = Object.hasOwn(readingSubcommands, program) ? (readingSubcommands[program] ?? "").split(" ") : [];
  // Each word that may be the subcommand: one behind an unknown flag may be the flag's value.
  const subcommands = possibleSubcommands(names);
  return subcommands.length > 0 && subcommands.every((one) => known.includes(one));
}

/** With more files than this, the last one is written. */
const readsAtMost: Readonly<Record<string, number>> = { uniq: 1, xxd: 1, ptx: 1 };

/** As in `uniq from to`. */
export function writesLastWord([program, ...words]: readonly Pick<Word, "text" | "wild">[]): boolean {
  const name = program?.text ?? "";
  const most = Object.hasOwn(readsAtMost, name) ? readsAtMost[name] : undefined;
  if (most === undefined) return false;
  // A pattern may expand to any number of words.
  const end = words.findIndex(({ text }) => text === "--");
  const files = words.filter(({ text }, at) => text === "-" || !text.startsWith("-") || (end !== -1 && at > end));
  return files.length > most || words.some(({ wild }) => wild.length > 0);
}

/** As in sed -n '12,40p' file: only a script of line numbers. Any other script may write files and run commands. */
export const isPlainSed = (words: readonly string[]): boolean => {
  const [, ...rest] = words;
  const flags = rest.findIndex((word) => !/^-[nEruzs]+$/.test(word));
  const [script = "", ...files] = flags === -1 ? [] : rest.slice(flags);
  return (
    /^[\d$]+(,[\d$]+)?[pdq]?(;[\d$]+(,[\d$]+)?[pdq])*$/.test(script) && files.every((file) => !file.startsWith("-"))
  );
};
