// Programs that choose which files they read: a rule about paths can't see these files.
import { behindFlags } from "./flags.ts";
import { nameOf } from "./program-name.ts";
import type { Word } from "./shell/reading.ts";

/** Which files: all of them, or only those whose names do not begin with a dot. */
export type Sought = "all" | "visible";

/** Letters, also in bundles, and long flags, also abbreviated. */
export interface FlagNames {
  readonly short?: string;
  readonly long?: string;
}

/** The flags that make it recurse into directories, or include hidden files. */
interface Seeker extends FlagNames {
  /** What it reads without any flag. */
  readonly always?: Sought;
}

const grep: Seeker = { short: "rRd", long: "--recursive --dereference-recursive --directories" };
/** An archive may contain any path. */
const tar: Seeker = {
  short: "crux",
  long: "--create --append --update --catenate --concatenate --extract --get",
};
const list: Seeker = { long: "--files0-from" };

const seekers: Readonly<Record<string, Seeker>> = {
  ...Object.fromEntries(
    "grep egrep fgrep zgrep zegrep zfgrep bzgrep xzgrep lzgrep zstdgrep".split(" ").map((name) => [name, grep]),
  ),
  ...Object.fromEntries(
    "rgrep ugrep ug git-grep cpio pax 7z 7za 7zz xargs parallel"
      .split(" ")
      .map((name) => [name, { always: "all" } as const]),
  ),
  rg: { always: "visible", short: "u.g", long: "--hidden --unrestricted --glob --iglob" },
  ag: { always: "visible", short: "uU", long: "--hidden --unrestricted" },
  ack: { always: "visible" },
  cp: { short: "rRa", long: "--recursive --archive" },
  scp: { short: "r" },
  rsync: { short: "rad", long: "--recursive --archive --dirs --old-dirs --files-from" },
  tar,
  bsdtar: tar,
  gtar: tar,
  zip: { short: "rR", long: "--recurse-paths --recurse-patterns" },
  diff: { short: "rNP", long: "--recursive --new-file --unidirectional-new-file" },
  git: { long: "--no-index --untracked" },
  wc: list,
  sort: list,
  du: list,
};

/** Null if it reads only the files named on the command line. */
export function looksForFiles(all: readonly Word[]): Sought | null {
  const [program = "", ...words] = all.map(({ text }) => text);
  const name = nameOf(program);
  const seeker = Object.hasOwn(seekers, name) ? seekers[name] : undefined;
  if (!seeker) return null;
  // tar's old flags: without a dash, in the first word.
  if (seeker === tar && /^(?=[^crux]*[crux])[A-Za-z]+$/.test(words[0] ?? "")) return "all";
  if (name === "git" && behindFlags([name, ...words], 1).some((at) => words[at - 1] === "grep")) return "all";
  // Two directories are compared file by file.
  if (name === "diff" && words.some((word) => !word.startsWith("-") && !/[^/]\.[^/.]+$/.test(word))) return "all";
  return words.some((word) => hasFlag(word, seeker)) ? "all" : (seeker.always ?? null);
}

export function hasFlag(word: string, { short = "", long = "" }: FlagNames): boolean {
  const [given = ""] = word.split("=", 1);
  if (given.startsWith("--")) return given.length > 2 && long.split(" ").some((one) => one.startsWith(given));
  const bundle = /^-([A-Za-z0-9.]+)/.exec(given)?.[1] ?? "";
  return [...bundle].some((letter) => short.includes(letter));
}
