// Where git is pointed at: files and directories that it would write, and repositories whose hooks it would run. A remote may be a directory, too.
import { behindFlags } from "./flags.ts";
import type { PathContext } from "./rule.ts";
import type { Word } from "./shell/reading.ts";
import { leadsOutside } from "./written-paths.ts";

/** Their operands are directories. */
const makers = ["clone", "init", "worktree"];
/** Any of their words may name a file or directory that they write, or move a directory's files to. */
const writers =
  "mv apply am archive bugreport bundle checkout-index diagnose fast-export format-patch mailinfo mailsplit merge-file read-tree submodule subtree".split(
    " ",
  );
/** Their first operand is a repository. */
const talkers = ["clone", "push", "fetch", "pull", "ls-remote"];
/** What these bring from somebody else's repository may be checked out here. */
const bringers = ["fetch", "pull"];

/** A value follows these. */
const valued: Readonly<Record<string, readonly string[]>> = {
  clone: ["-b", "--branch", "--depth", "-j", "--jobs", "-o", "--origin"],
  worktree: ["-b", "-B", "--reason"],
  init: ["-b", "--initial-branch"],
  push: ["-o", "--push-option"],
  fetch: ["-o", "-j", "--jobs", "--depth", "--deepen"],
  pull: ["-o", "-j", "--jobs", "--depth", "--deepen", "-X", "--strategy-option"],
  "ls-remote": ["-o"],
};

interface Place {
  readonly isNamed: (at: number) => boolean;
  readonly where: PathContext;
}

/** Whether a word that the rule does not name leads git out of the workspace, or to a repository that may be a directory. */
export function pointsElsewhere(words: readonly Word[], { isNamed, where }: Place): boolean {
  const texts = words.map(({ text }) => text);
  return behindFlags(texts, 1).some((at) => {
    const subcommand = texts[at] ?? "";
    const skipped = Object.hasOwn(valued, subcommand) ? (valued[subcommand] ?? []) : [];
    const open = words
      .map((word, place) => ({ word, place }))
      .filter(
        ({ word: { text }, place }) => place > at && !text.startsWith("-") && !skipped.includes(texts[place - 1] ?? ""),
      );
    const [first] = open;
    if (talkers.includes(subcommand) && first && !isNamed(first.place) && !isRemote(first.word.text, subcommand))
      return true;
    if (writers.includes(subcommand))
      return words.some((word, place) => place > at && !isNamed(place) && leadsOutside(word, where));
    if (!makers.includes(subcommand)) return false;
    // Skips the repository, and the subcommand of worktree.
    const directories = subcommand === "init" ? open : open.slice(1);
    return directories.some(({ word, place }) => !isNamed(place) && leadsOutside(word, where));
  });
}

/** Another name may be a directory. So may these, but a directory of that name is unlikely. */
const usualRemotes = ["origin", "upstream"];

const isRemote = (word: string, subcommand: string): boolean =>
  (subcommand !== "clone" && usualRemotes.includes(word)) ||
  (!bringers.includes(subcommand) && /^(?:https?|ssh|git):\/\/|^[\w.-]+@[\w.-]+:[^:]/.test(word));
