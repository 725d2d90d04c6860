// Flags that give a program a file or directory: `-c src/a.cjs`, `--schema=src/a`. Whether it reads, runs or writes the file is unknown. So the
// wildcards of a rule do not stand for them, unless the lists know the program.
import { namePartsOf, saysWhatIsLeftOut } from "./telling-flags.ts";

/** Short flags that in most programs have no value, or a number or text: -v, -q, -n 5, -k name. */
const lone = /[ghijklnqsuvyV\d]$/;

/** Short flags that in most programs take a directory or settings, also as a plain name: -C src. */
const placing = /[cCdpPS]$/;

/** Such a flag and its value in one word: -Csrc. After other letters it would be the rest of a longer name. */
const joinedPlace = /^-x*[cCP]./;

/** Parts of long flags that name code or settings if their value is a path. */
const pathParts: readonly string[] = [
  "path schema project preset presets load root extends template bootstrap autoload import init settings manifest",
  "use module modules library register extension extensions driver engine parser formatter transform transformer",
  "python node java executable binary haste teardown resolver adapter compiler processor handler rules syntax theme environment workspace",
].flatMap((line) => line.split(" "));

/** They select tests, packages and branches. */
const selecting = /^(?:filter|grep|spec|specs|test|tests|match|pattern|only|input|base|head|since|from|to|ref|branch)$/;

export interface FlagInPlace {
  readonly word: string;
  /** The word after it. */
  readonly next: string | undefined;
}

/** Whether a flag may give a file or directory to a program that the lists do not know. */
export function mayGivePath({ word, next }: FlagInPlace): boolean {
  const value = next === undefined || next.startsWith("-") ? "" : next;
  if (word.startsWith("--")) return mayLongGivePath(word, value);
  if (!/^-./.test(word)) return false;
  if (joinedPlace.test(word) || isPath(word.slice(2))) return true;
  return !lone.test(word) && isPathBehind(word, value);
}

/** The same for those flags of a program that are known to take a path. */
export function givesPath({ word, next = "" }: FlagInPlace, flags: string): boolean {
  const flag = flags.split(" ").find((one) => word.startsWith(one));
  if (flag === undefined) return false;
  const rest = word.slice(flag.length).replace(/^=/, "");
  return isPathBehind(flag, word === flag ? next : rest);
}

function mayLongGivePath(word: string, next: string): boolean {
  const parts = namePartsOf(word);
  if (parts.length === 0 || saysWhatIsLeftOut(parts) || /patterns?$/.test(parts.at(-1) ?? "")) return false;
  if (parts.includes("file")) return true;
  const sign = word.indexOf("=");
  const value = sign === -1 ? next : word.slice(sign + 1);
  if (parts.some(isPathPart)) return isPath(value);
  return sign !== -1 && !parts.some((part) => selecting.test(part)) && /^\.\/|.\.[A-Za-z]\w*$/.test(value);
}

/** Also a prefix, which many programs accept. */
const isPathPart = (part: string): boolean =>
  pathParts.includes(part) || (part.length > 3 && pathParts.some((one) => one.startsWith(part)));

function isPathBehind(flag: string, value: string): boolean {
  // A sentence: a message, or the name of a test.
  if (/[mt]$/.test(flag) && /\s/.test(value) && !/\.\w+$/.test(value)) return false;
  return isPath(value) || (placing.test(flag) && isName(value));
}

/** `.` is the current directory, `.ts,.tsx` are suffixes, `@a/b` is a package, and `https://…` is remote. */
const isPath = (text: string): boolean =>
  /\/|.\.[A-Za-z]\w*$/.test(text) && !/^@|^\.\w+(?:,\.\w+)*$|^[a-z][\w+.-]*:\/\//i.test(text);

/** Any text may name a directory, except numbers, settings, packages, and build variants. */
const isName = (text: string): boolean =>
  !/^\.?$|^[\d.:]+$|=|^@|^(?:release|debug|production|development)$/i.test(text);
