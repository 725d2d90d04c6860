// Archives and directories that would be unpacked or copied over the workspace itself: what is in them decides which files are written, also those
// whose names begin with a dot, which other programs run later.
import { certainArguments, type FlagList } from "./certain-arguments.ts";
import { resolvePath } from "./path-pattern.ts";
import { nameOf } from "./program-name.ts";
import type { PathContext } from "./rule.ts";

interface Unpacker {
  /** Whether these words, behind the program, unpack anything. */
  readonly unpacks: (words: readonly string[]) => boolean;
  /** The directories that they certainly name. */
  readonly into: (words: readonly string[]) => readonly string[];
}

const tarFlags: FlagList = {
  lone: "-x -v -z -j -J -k -p -m -a -Z -o -U -O --extract --get --verbose --gzip --bzip2 --xz --zstd --auto-compress --keep-old-files --skip-old-files --keep-newer-files --overwrite --no-same-owner --no-same-permissions --preserve-permissions --touch --unlink-first --wildcards --one-top-level",
  valued: "-f --file -C --directory --strip-components --exclude",
};

const tar: Unpacker = {
  unpacks: ([first = "", ...rest]) =>
    /^[A-Za-wyz]*x[A-Za-z]*$/.test(first) ||
    [first, ...rest].some((word) => /^-[A-Za-wyz]*x|^--(?:ext|ge|g$)/.test(word)),
  // The old syntax has no dash: `tar xzf a.tgz`.
  into: ([first = "", ...rest]) =>
    valuesOf(/^(?:-C|--directory|--one-top-level)$/, [first.replace(/^[A-Za-z]+$/, "-$&"), ...rest], tarFlags),
};

const unzipFlags: FlagList = { lone: "-q -o -n -u -f -j -a -L -X -C -D -l -t -p -v -z -Z", valued: "-d" };

const unzip: Unpacker = {
  unpacks: (words) => {
    const found = certainArguments(words, unzipFlags);
    const archive = found?.operands[0] ?? words.length;
    // It reads these in front of the archive.
    return !found?.flags.some(({ flag, at }) => at < archive && /^-[ltpvzZ]$/.test(flag));
  },
  into: (words) => valuesOf(/^-d$/, words, unzipFlags),
};

const sevenZip = (into: RegExp): Unpacker => ({
  unpacks: (words) => words.some((word) => /^[ex]$/i.test(word)),
  into: (words) =>
    words.includes("--") ? [] : words.flatMap((word) => (into.test(word) ? [word.replace(into, "")] : [])),
});

/** Whether and where they unpack depends on their version. */
const unpacksIf = (shape: RegExp): Unpacker => ({
  unpacks: (words) => words.some((word) => shape.test(word)),
  into: () => [],
});

const unpackers: Readonly<Record<string, Unpacker>> = {
  tar,
  gtar: tar,
  bsdtar: tar,
  unzip,
  ...Object.fromEntries("7z 7za 7zr 7zz".split(" ").map((name) => [name, sevenZip(/^-o(?=.)/)])),
  ...Object.fromEntries(["unrar", "rar"].map((name) => [name, sevenZip(/^-op(?=.)/)])),
  jar: { unpacks: ([first = ""]) => /^-?[A-Za-wyz]*x[A-Za-z]*$|^--ext/.test(first), into: () => [] },
  cpio: unpacksIf(/^-\w*[ip]|^--(?:ext|pass)/),
  pax: unpacksIf(/^-\w*r/),
  unar: unpacksIf(/^/),
};

/** The values of these flags; none if any word of the command is uncertain. */
const valuesOf = (flag: RegExp, words: readonly string[], list: FlagList): string[] =>
  (certainArguments(words, list)?.flags ?? []).flatMap((one) =>
    flag.test(one.flag) && one.value !== null ? [one.value] : [],
  );

/** Whether what it writes at the workspace's root depends on an archive, or on a directory of any content. */
export function unpacksAtRoot([program = "", ...words]: readonly string[], where: PathContext): boolean {
  const name = nameOf(program);
  if (copiers.includes(name)) return copiesOverRoot(words, where);
  const found = Object.hasOwn(unpackers, name) ? unpackers[name] : undefined;
  if (!found || words.length === 0 || !found.unpacks(words)) return false;
  const directories = found.into(words);
  return directories.length === 0 || directories.some((one) => isRoot(one, where));
}

const copiers = ["cp", "gcp", "rsync", "ditto"];

/** `cp -r a/. .`, `cp -rT a .`, `rsync -a a/ .`: all that is in a directory, not the directory. Another host decides what a name means there. */
function copiesOverRoot(words: readonly string[], where: PathContext): boolean {
  const isContent = words.some(
    (word) =>
      (/.\/\.{0,2}$|^\.\.$|^[^/]*:/.test(word) && !isRoot(word, where)) ||
      /^-\w*T/.test(word) ||
      (word.startsWith("--no-target") && !word.includes("=")),
  );
  const named = words.map((word) => word.replace(/^--[\w-]+=|^-\w*t/, ""));
  return isContent && named.some((word) => word !== "" && !word.startsWith("-") && isRoot(word, where));
}

const isRoot = (path: string, where: PathContext): boolean =>
  resolvePath(path, where) === resolvePath(where.workspace, where);
