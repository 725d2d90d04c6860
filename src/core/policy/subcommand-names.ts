// Names of subcommands: many programs accept aliases, and any unambiguous prefix.
import { isSameKind } from "./kubernetes-kinds.ts";
import { isSubcommand } from "./ordinary-subcommands.ts";

/** Names for the same subcommand, by program. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  npm: [
    "install i in ins inst insta instal isnt isnta isntal isntall add",
    "uninstall un unlink remove rm r",
    "exec x",
    "run run-script rum urn",
    "test t tst",
    "install-test it",
    "install-ci-test cit clean-install-test sit",
    "ci clean-install ic install-clean isntall-clean",
    "update up upgrade udpate",
    "config c",
    "init create innit",
    "list ls la ll",
    "link ln",
    "rebuild rb",
    "view v info show",
    "search s se find",
    "publish",
    "unpublish",
    "set",
    "set-script",
    "get",
    "owner author",
    "version verison",
    "dedupe ddp",
    "login adduser add-user",
    "dist-tag dist-tags",
    "token",
    "explain why",
    "docs home",
    "bugs issues",
  ],
  pnpm: [
    "install i",
    "add",
    "remove rm un uninstall uni",
    "update up upgrade",
    "run run-script",
    "test t tst",
    "link ln",
    "unlink dislink",
    "list ls la ll",
    "install-test it",
    "config c",
    "rebuild rb",
    "start",
    "publish",
    "deploy",
  ],
  yarn: ["remove", "upgrade up", "run", "info view"],
  bun: ["add a", "install i", "remove rm", "create c", "run", "x"],
  cargo: ["build b", "check c", "doc d", "test t", "run r", "remove rm"],
  svn: [
    "commit ci",
    "checkout co",
    "delete del remove rm",
    "update up",
    "switch sw",
    "copy cp",
    "move mv rename ren",
    "propset pset ps",
    "status stat st",
  ],
  git: ["add stage", "blame annotate"],
  gh: ["extension extensions ext", "codespace cs"],
  docker: ["build builder"],
  pulumi: ["up update", "destroy down dn"],
  wrangler: ["deploy publish"],
  helm: ["uninstall del delete un", "install", "list ls", "dependency dep dependencies"],
  brew: ["uninstall remove rm del", "install", "list ls", "upgrade", "update"],
  zypper: ["install in", "remove rm", "update up", "dist-upgrade dup", "refresh ref"],
  apt: ["remove autoremove", "purge autopurge"],
  dnf: ["remove erase rm", "upgrade up update", "install in"],
  conda: ["remove uninstall", "update upgrade"],
  bundle: ["exec ex e", "install i", "update u"],
  hg: ["commit ci", "checkout co update up", "remove rm", "push", "pull"],
  ip: ["address addr a", "link l", "route r ro", "neighbour neigh n", "netns"],
};

const groupsOf = new Map(
  Object.entries(aliases).map(([program, groups]) => [program, groups.map((group) => group.split(" "))]),
);

/** The words of these are files and targets, which have no short form. */
const spelledOut: ReadonlySet<string> = new Set("make gmake bmake just rake ninja task ls cat cd cp mv rm".split(" "));

/** At any depth: `btrfs su de`. */
const abbreviateAll: ReadonlySet<string> = new Set("ip tc bridge btrfs nmcli".split(" "));

interface Meaning {
  readonly program: string;
  readonly wanted: string;
  /** How many subcommands precede it. */
  readonly depth: number;
}

/** Whether a program may read `word` as the subcommand `wanted`. In doubt it may. */
export function mayMean(word: string, { program, wanted, depth }: Meaning): boolean {
  if (word === wanted || (program === "kubectl" && depth > 0 && isSameKind(word, wanted))) return true;
  // Every script that matches the pattern: pnpm run '/^build/'.
  if (program === "pnpm" && depth > 0 && /^\/.*\/[a-z]*$/s.test(word)) return true;
  if (depth > 0 && !abbreviateAll.has(program)) return false;
  const groups = groupsOf.get(program) ?? [];
  const names = groups.find((group) => group.includes(wanted)) ?? [wanted];
  if (names.includes(word)) return true;
  if (spelledOut.has(program) || !/^[a-z][a-z:-]*$/.test(wanted)) return false;
  // It is the exact name of another subcommand.
  if (isSubcommand(program, word) || groups.some((group) => group.includes(word))) return false;
  return names.some((name) => word !== "" && name.startsWith(word) && !/^[:-]/.test(name.slice(word.length)));
}
