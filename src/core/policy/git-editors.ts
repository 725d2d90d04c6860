// Git commands that open an editor, which takes what is piped in for its commands: `printf ':!id' | git commit`.
import { certainArguments, type FlagList } from "./certain-arguments.ts";
import { behindFlags } from "./flags.ts";

interface Editing {
  /** A word of this shape makes it open an editor. Null: it always does. */
  readonly trigger: RegExp | null;
  /** Unless one of these is given, among flags that the list knows. */
  readonly message?: RegExp;
  readonly list?: FlagList;
}

const edit = /^-[a-df-z]*e[a-z]*$|^--(?:ed|cont)/;
/** `-r` may have its value in the same word. */
const interactivePull = /^-[a-df-z]*e[a-z]*$|^--(?:ed|cont)|^--reb[a-z]*=i|^-[a-z]*r=?i/;
/** Asks about each part of a file, and lets it be edited. */
const patch = /^-[A-Za-z]*p|^--pat/;
const adding: Editing = { trigger: /^-[A-Za-z]*[eip]|^--(?:ed|int|pat)/ };

const editing: Readonly<Record<string, Editing>> = {
  commit: {
    trigger: null,
    message:
      /^(?:-[mFC]|--(?:message|file|reuse-message|no-edit|dry-run|short|porcelain)|--fixup(?!=(?:amend|reword)))/,
    list: {
      lone: "-a --all -q --quiet -v --verbose -n --no-verify --verify --amend --no-edit --allow-empty --allow-empty-message -s --signoff --no-signoff -S --gpg-sign --no-gpg-sign --dry-run --short --porcelain -z -o --only -i --include --status --no-status --reset-author --no-post-rewrite -u --untracked-files",
      valued:
        "-m --message -F --file -C --reuse-message --author --date --trailer --cleanup --fixup --pathspec-from-file",
    },
  },
  tag: {
    trigger: /^-[A-Za-z]*[aesu]|^--(?:an|si|loc|ed)/,
    message: /^(?:-[mF]|--(?:message|file))/,
    list: {
      lone: "-a --annotate -s --sign -f --force",
      valued: "-m --message -F --file -u --local-user --cleanup",
    },
  },
  notes: {
    trigger: /^(?:add|append|edit)$/,
    message: /^(?:-[mFC]|--(?:message|file|reuse-message))/,
    list: { lone: "-f --force --allow-empty", valued: "--ref -m --message -F --file -C --reuse-message" },
  },
  rebase: { trigger: /^-[a-z]*i|^--(?:int|ed|cont|autosq)/ },
  ...Object.fromEntries(["merge", "cherry-pick", "revert"].map((name) => [name, { trigger: edit }])),
  pull: { trigger: interactivePull },
  ...Object.fromEntries(["checkout", "restore", "reset", "stash"].map((name) => [name, { trigger: patch }])),
  branch: { trigger: /^--ed/ },
  add: adding,
  stage: adding,
};

/** Whether git opens an editor, and no word that the rule names says so. */
export function opensEditor([program, ...words]: readonly string[], isNamed: (at: number) => boolean): boolean {
  if (program !== "git") return false;
  return behindFlags(words, 0).some((at) => {
    const subcommand = words[at] ?? "";
    const found = Object.hasOwn(editing, subcommand) ? editing[subcommand] : undefined;
    if (!found) return false;
    const rest = words.slice(at + 1);
    const isNamedThere = (one: number): boolean => isNamed(at + 2 + one);
    const triggers = rest.flatMap((word, one) => ((found.trigger ?? edit).test(word) ? [one] : []));
    if (triggers.some(isNamedThere) || (found.trigger !== null && triggers.length === 0)) return false;
    const { message, list } = found;
    if (!message || !list) return true;
    const given = certainArguments(rest, list, isNamedThere)?.flags ?? [];
    return !given.some(({ flag, value }) => message.test(value === null ? flag : `${flag}=${value}`));
  });
}
