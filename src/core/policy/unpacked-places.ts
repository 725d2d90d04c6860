// Archives and directories that would be unpacked or copied over the workspace itself: what is in them decides which files are written, also those
// whose names begin with a dot, which other programs run later.
import { resolvePath } from "./path-pattern.ts";
import { nameOf } from "./program-name.ts";
import type { PathContext } from "./rule.ts";

interface Unpacker {
  /** Any word of this shape, behind the program: it unpacks. */
  readonly unpacks: RegExp;
  /** The same for the first word alone. */
  readonly first?: RegExp;
  /** A word of this shape: it does something else after all. */
  readonly not?: RegExp;
  /** A flag with the directory: joined to it, or the next word. */
  readonly into: RegExp;
}

const tar: Unpacker = {
  unpacks: /^-[A-Za-wyz]*x|^--(?:ext|get)/,
  first: /^[A-Za-wyz]*x[A-Za-z]*$/,
  into: /^(?:-[A-Za-z]*C|--(?:directory|cd|one-top-level)(?:=|$))/,
};
const sevenZip: Unpacker = { unpacks: /^[ex]$/, into: /^-o/ };

const unpackers: Readonly<Record<string, Unpacker>> = {
  tar,
  gtar: tar,
  bsdtar: tar,
  unzip: { unpacks: /^/, not: /^-\w*[lptvzZ]/, into: /^-\w*d/ },
  ...Object.fromEntries("7z 7za 7zr 7zz".split(" ").map((name) => [name, sevenZip])),
  unrar: { unpacks: /^[ex]$/, into: /^-op/ },
  jar: { unpacks: /^-[A-Za-wyz]*x|^--extract$/, first: /^[A-Za-wyz]*x[A-Za-z]*$/, into: /^-\w*C|^--dir(?:=|$)/ },
  cpio: { unpacks: /^-\w*[ip]|^--(?:extract|pass-through)$/, into: /^-\w*D|^--directory(?:=|$)/ },
  pax: { unpacks: /^-\w*r/, into: /^(?!)/ },
};

/** Whether what it writes at the workspace's root depends on an archive, or on a directory of any content. */
export function unpacksAtRoot([program = "", ...words]: readonly string[], where: PathContext): boolean {
  const name = nameOf(program);
  if (copiers.includes(name)) return copiesOverRoot(words, where);
  const found = Object.hasOwn(unpackers, name) ? unpackers[name] : undefined;
  if (!found || words.length === 0) return false;
  const unpacks = found.first?.test(words[0] ?? "") || words.some((word) => found.unpacks.test(word));
  if (!unpacks || words.some((word) => found.not?.test(word))) return false;
  const directories = words.flatMap((word, at) => {
    const flag = found.into.exec(word)?.[0];
    return flag === undefined ? [] : [word.slice(flag.length) || (words[at + 1] ?? "")];
  });
  return directories.length === 0 || directories.some((one) => isRoot(one, where));
}

const copiers = ["cp", "gcp", "rsync", "ditto"];

/** `cp -r a/. .`, `cp -rT a .`, `rsync -a a/ .`: all that is in a directory, not the directory. */
function copiesOverRoot(words: readonly string[], where: PathContext): boolean {
  const isContent = words.some(
    (word) =>
      (/.\/\.?$/.test(word) && !isRoot(word, where)) ||
      /^-\w*T/.test(word) ||
      (word.startsWith("--no-target") && !word.includes("=")),
  );
  const named = words.map((word) => word.replace(/^--[\w-]+=|^-\w*t/, ""));
  return isContent && named.some((word) => word !== "" && !word.startsWith("-") && isRoot(word, where));
}

const isRoot = (path: string, where: PathContext): boolean =>
  resolvePath(path, where) === resolvePath(where.workspace, where);
