// Words of git commands that run other programs, write files, or lead to another repository.
import { flagRisks, type Risk } from "./risk.ts";

const gitTransport = "--upload-pack --receive-pack --exec --remote --server-option";

/** Not a ref, but a file of the repository. */
const ownFile =
  /^(?:config|hooks|info|objects|index|packed-refs|description|commondir|gitdir|worktrees|modules|logs)\b/i;

/** By the program's name, or by the program and its first word. */
export const gitRisks: Readonly<Record<string, Risk>> = {
  git: {
    short: "cCOx",
    long: `${gitTransport} --config-env --exec-path --git-dir --work-tree --ext-diff --textconv --filters --open-files-in-pager --output --output-directory --extcmd --template --config --separate-git-dir --no-index --unsafe-paths --strategy`,
    // This strategy moves what it merges to another directory.
    shape: /^(ext|fd)::|^alias\.|^(?:-\w*X|--[\w-]+=)?subtree(?:=|$)/,
  },
  "git remote": { words: "set-url add rename" },
  ...Object.fromEntries(["git update-ref", "git symbolic-ref"].map((name) => [name, { shape: ownFile }])),
  "git switch": { harmless: "-c -C" },
  ...flagRisks([
    "git clone -u",
    "git hash-object -t --literally",
    "git init --bare",
    "git push --repo",
    "git fetch -m --multiple --refmap --shallow-since --shallow-exclude --negotiation-tip",
    "git ls-remote -u",
    "git interpret-trailers --in-place",
    "git archive -o",
    "git format-patch -o",
    "git apply --directory --build-fake-ancestor",
    "git merge -s",
    "git pull -s",
    "git rebase -s",
  ]),
};
