// Programs that change more files than those named on the command line: everything below a directory, or whatever an archive, a patch or git's
// history contains. A rule about paths can't see these files.
import { behindFlags } from "./flags.ts";
import { type FlagNames, hasFlag } from "./looks-for-files.ts";
import { nameOf, unversioned } from "./program-name.ts";
import type { Word } from "./shell/reading.ts";

/** Which files it changes: only the named ones, also everything below them, or any. */
type Reach = "named" | "below" | "anywhere";

interface Changer extends FlagNames {
  /** What it may change with one of these flags, and without. */
  readonly with?: Reach;
  readonly without: Reach;
}

const whole: Changer = { without: "below" };
const any: Changer = { without: "anywhere" };
const recursive = (short: string, long = "--recursive"): Changer => ({ short, long, with: "below", without: "named" });

const fixes = "--fix --write --apply --apply-unsafe --autocorrect --autocorrect-all --auto-correct";

const changers: Readonly<Record<string, Changer>> = {
  rm: recursive("rRd", "--recursive --dir"),
  ...Object.fromEntries("mv ln rsync rimraf del del-cli trash trash-put gio".split(" ").map((name) => [name, whole])),
  ...Object.fromEntries("chmod chown chgrp setfacl chattr".split(" ").map((name) => [name, recursive("R")])),
  ...Object.fromEntries(
    "gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd".split(" ").map((name) => [name, recursive("r")]),
  ),
  ...Object.fromEntries("unzip unrar unar patch".split(" ").map((name) => [name, any])),
  // Formatters, which process whole directories.
  ...Object.fromEntries("black isort rustfmt dprint".split(" ").map((name) => [name, whole])),
  ...Object.fromEntries("gofmt goimports prettier".split(" ").map((name) => [name, recursive("w", "--write")])),
  ...Object.fromEntries(
    "eslint stylelint oxlint standard xo biome rubocop".split(" ").map((name) => [name, recursive("A", fixes)]),
  ),
};

const ofGit: Readonly<Record<string, Changer>> = {
  add: { ...whole, with: "anywhere", short: "Au", long: "--all --update --no-ignore-removal --pathspec-from-file" },
  stage: { ...whole, with: "anywhere", short: "Au", long: "--all --update --no-ignore-removal --pathspec-from-file" },
  rm: recursive("r", "--pathspec-from-file"),
  mv: whole,
  restore: whole,
  ...Object.fromEntries("switch pull merge rebase cherry-pick revert".split(" ").map((name) => [name, any])),
  checkout: any,
  reset: { with: "anywhere", without: "named", long: "--hard --merge --keep" },
  stash: any,
  clean: any,
  "read-tree": any,
  "sparse-checkout": any,
  apply: any,
  am: any,
};

/** `git checkout main -- src`: words after the dashes are files, not branches. */
const checkedOutFiles: Changer = {
  ...whole,
  with: "anywhere",
  short: "fpm",
  long: "--force --merge --patch --pathspec-from-file",
};

/** Only creates or resets a branch at the current commit: `git switch -c x`, but not `git switch -c x origin/y`. */
const newBranch: Readonly<Record<string, RegExp>> = {
  checkout: /^(?:-q )?(?:-[bB] ?|--orphan[ =])[^- ]\S*(?: HEAD)?(?: -q)?$/,
  switch: /^(?:-q )?(?:-[cC] ?|--(?:force-)?create[ =])[^- ]\S*(?: HEAD)?(?: -q)?$/,
};

function changesNothing(subcommand: string, words: readonly string[]): boolean {
  if (subcommand === "stash") return /^(?:list|show)$/.test(words[0] ?? "");
  const plain = words.filter((word) => !/^--(?:quiet|no-track|no-progress)$/.test(word)).join(" ");
  return Object.hasOwn(newBranch, subcommand) && newBranch[subcommand]?.test(plain) === true;
}

/** For these, patterns match branch and tag names. */
const ofNames: ReadonlySet<string> = new Set(
  "branch tag describe for-each-ref show-ref show-branch name-rev ls-remote fetch push pull remote config".split(" "),
);

interface Changed {
  readonly reach: Reach;
  /** The operands: files and directories, mixed with flags and other words. */
  readonly words: readonly string[];
}

const named: Changed = { reach: "named", words: [] };

export function changedBy(all: readonly Word[]): Changed {
  const [program = "", ...words] = all.map(({ text }) => text);
  const name = unversioned(nameOf(program));
  if (name === "git") return changedByGit(["git", ...words]);
  if (name === "find") return words.includes("-delete") ? { reach: "anywhere", words } : named;
  const found = Object.hasOwn(changers, name) ? changers[name] : undefined;
  return found ? { reach: reachWith(words, found), words } : named;
}

const reachWith = (words: readonly string[], changer: Changer): Reach =>
  changer.with !== undefined && words.some((word) => hasFlag(word, changer)) ? changer.with : changer.without;

function changedByGit(names: readonly string[]): Changed {
  const alternatives = behindFlags(names, 1).map((at): Changed => {
    const subcommand = names[at] ?? "";
    const words = names.slice(at + 1);
    if (!ofNames.has(subcommand) && words.some((word, place) => isPathspec(word, words[place - 1] ?? "")))
      return { reach: "anywhere", words };
    const areFilesNamed = subcommand === "checkout" && words.includes("--") && words.at(-1) !== "--";
    const found = areFilesNamed ? checkedOutFiles : Object.hasOwn(ofGit, subcommand) ? ofGit[subcommand] : undefined;
    if (!found || changesNothing(subcommand, words)) return named;
    return { reach: reachWith(words, found), words };
  });
  const byReach = (reach: Reach): Changed | undefined =>
    alternatives.find((alternative) => alternative.reach === reach);
  return byReach("anywhere") ?? byReach("below") ?? named;
}

/** Git's own pathspecs: '*env', ':(glob)**', ':/', ':!src'. */
const isPathspec = (word: string, before: string): boolean =>
  !word.startsWith("-") && !/^(?:-\w*[mSG]|--message|--grep|--author)$/.test(before) && /[*?[]|^:[(/!^]/.test(word);
