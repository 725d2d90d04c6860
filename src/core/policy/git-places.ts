// Where git is pointed at: files and directories that it would write, and repositories whose hooks it would run. A remote may be a directory, too.
import { certainArguments, type FlagList } from "./certain-arguments.ts";
import { behindFlags } from "./flags.ts";
import type { PathContext } from "./rule.ts";
import type { Word } from "./shell/reading.ts";
import { leadsOutside } from "./written-paths.ts";

/** Any of their words may name a file or directory that they write, or move a directory's files to. */
const writers =
  "mv apply am archive bugreport bundle checkout-index diagnose fast-export format-patch mailinfo mailsplit merge-file read-tree submodule subtree".split(
    " ",
  );

const usual = "-q --quiet -v --verbose --progress --no-progress -4 --ipv4 -6 --ipv6";
const fetching: FlagList = {
  lone: `${usual} --all --no-all -a --append -p --prune --no-prune -t --tags --no-tags -f --force -k --keep --unshallow --dry-run --recurse-submodules --no-recurse-submodules --set-upstream`,
  valued: "-o -j --jobs --depth --deepen",
};

/** Their operands are repositories or directories. Behind a flag that is not listed, which word is which is uncertain. */
const flags: Readonly<Record<string, FlagList>> = {
  clone: {
    lone: `${usual} -n --no-checkout --bare --mirror --single-branch --no-single-branch --no-tags --sparse --recurse-submodules --recursive --shallow-submodules`,
    valued: "-b --branch --depth -j --jobs -o --origin --filter",
  },
  init: { lone: "-q --quiet", valued: "-b --initial-branch --object-format" },
  worktree: {
    lone: "-q --quiet -f --force --checkout --no-checkout -d --detach --lock --orphan --track --no-track --guess-remote --porcelain -v --verbose -z -n --dry-run",
    valued: "-b -B --reason --expire",
  },
  push: {
    lone: `${usual} -u --set-upstream -f --force --force-with-lease --no-force-with-lease --force-if-includes --no-force-if-includes -n --dry-run --tags --follow-tags --no-follow-tags --all --branches --mirror -d --delete --prune --verify --no-verify --atomic --no-atomic --porcelain --thin --no-thin --signed --no-signed --no-recurse-submodules`,
    valued: "-o --push-option --recurse-submodules",
  },
  fetch: { ...fetching, lone: `${fetching.lone} -P --prune-tags -n -u --update-head-ok --atomic --porcelain` },
  pull: {
    lone: `${fetching.lone} -r --rebase --no-rebase --ff --no-ff --ff-only --autostash --no-autostash --no-edit --squash --no-squash --commit --no-commit -n --stat --no-stat --signoff --verify --no-verify --allow-unrelated-histories`,
    valued: `${fetching.valued} -X --strategy-option --cleanup`,
  },
  "ls-remote": {
    lone: "-q --quiet -h --heads -t --tags --branches --refs --exit-code --get-url --symref",
    valued: "-o --sort",
  },
  remote: { lone: "-v --verbose -n --dry-run -p --prune -a --auto -d --delete --all --push --add", valued: "-t -m" },
};

/** Their first operand is a repository. */
const talkers = ["clone", "push", "fetch", "pull", "ls-remote"];
/** What these bring from somebody else's repository may be checked out here. */
const bringers = ["fetch", "pull", "remote"];
/** Subcommands of `git remote` that talk to every repository named behind them, or to the first. */
const remoteTalkers = ["show", "prune", "update"];
const remoteNamers = ["set-head", "set-branches"];

interface Place {
  readonly isNamed: (at: number) => boolean;
  readonly where: PathContext;
}

/** Whether a word that the rule does not name leads git out of the workspace, or to a repository that may be a directory. */
export function pointsElsewhere(words: readonly Word[], place: Place): boolean {
  const texts = words.map(({ text }) => text);
  return behindFlags(texts, 1).some(
    (at) => at < words.length && subcommandPointsElsewhere(words.slice(at), placeFrom(place, at)),
  );
}

const placeFrom = ({ isNamed, where }: Place, from: number): Place => ({ isNamed: (at) => isNamed(from + at), where });

function subcommandPointsElsewhere(given: readonly Word[], from: Place): boolean {
  const [{ text: subcommand }, ...words] = given as [Word, ...Word[]];
  const { isNamed, where } = placeFrom(from, 1);
  const leadsAway = (at: number): boolean => !isNamed(at) && leadsOutside(words[at] as Word, where);
  if (writers.includes(subcommand)) return words.some((_, at) => leadsAway(at));
  const list = Object.hasOwn(flags, subcommand) ? flags[subcommand] : undefined;
  if (!list) return false;
  const texts = words.map(({ text }) => text);
  const found = certainArguments(texts, list, isNamed);
  if (found === null) return true;
  const { operands } = found;
  const isUnknown = (at: number): boolean => !isNamed(at) && !isRemote(texts[at] ?? "", subcommand);
  if (subcommand === "remote") return repositoriesIn(operands, texts).some(isUnknown);
  if (subcommand === "init") return operands.some(leadsAway);
  const [first, ...rest] = operands;
  if (first === undefined) return false;
  if (talkers.includes(subcommand) && isUnknown(first)) return true;
  // The branch's remote from then on: a pull without further words brings from there.
  const isKept = subcommand === "push" && found.flags.some(({ flag }) => /^(?:-u|--set-upstream)$/.test(flag));
  if (isKept && !isNamed(first) && !usualRemotes.includes(texts[first] ?? "")) return true;
  return ["clone", "worktree"].includes(subcommand) && rest.some(leadsAway);
}

/** Of `git remote show a b`. */
function repositoriesIn([first = -1, ...rest]: readonly number[], texts: readonly string[]): readonly number[] {
  const subcommand = texts[first] ?? "";
  if (remoteTalkers.includes(subcommand)) return rest;
  return remoteNamers.includes(subcommand) ? rest.slice(0, 1) : [];
}

/** Another name may be a directory. So may these, but a directory of that name is unlikely. */
const usualRemotes = ["origin", "upstream"];

const isRemote = (word: string, subcommand: string): boolean =>
  (subcommand !== "clone" && usualRemotes.includes(word)) ||
  (!bringers.includes(subcommand) && /^(?:https?|ssh|git):\/\/|^[\w.-]+@[\w.-]+:[^:]/.test(word));
