// Path globs of rules: relative to the workspace, or beginning with / or ~. Nothing here reads the disk: symlinks are not followed.
import type { PathContext } from "./rule.ts";
import { matchesWildcard, type Wildcard } from "./wildcard.ts";

/** `**` is any number of directories. */
type Segment = Wildcard | "**";

export interface PathPattern {
  readonly segments: readonly Segment[];
  readonly base: "workspace" | "home" | "root";
}

const BACKSLASH = "\\";
const anyName: Wildcard = { text: "*", wild: new Set([0]) };

export function readPathPattern(written: string): PathPattern | { problem: string } {
  const text = composed(written);
  const base = text.startsWith("/") ? "root" : text === "~" || text.startsWith("~/") ? "home" : "workspace";
  const rest = base === "root" ? text.slice(1) : base === "home" ? text.slice(2) : text;
  if (text === "" || rest.endsWith("/")) return { problem: "a path, or below a directory: src/**" };
  if (text.startsWith("~") && base !== "home")
    return { problem: "a path beginning with /, ~/ or a name; write \\~ for the character" };
  const segments: Segment[] = [];
  for (const part of rest === "" ? [] : rest.split("/")) {
    const segment = readSegment(part);
    if (typeof segment === "object" && "problem" in segment) return segment;
    segments.push(segment);
  }
  return { segments, base };
}

function readSegment(part: string): Segment | { problem: string } {
  if (part === "**") return part;
  if (part === "" || part === "." || part === "..") return { problem: "without empty parts, . and .." };
  if (part.includes("**")) return { problem: "with ** alone between slashes" };
  let text = "";
  const wild = new Set<number>();
  for (let at = 0; at < part.length; at++) {
    const character = part[at] as string;
    if (character === BACKSLASH) {
      at++;
      if (at === part.length) return { problem: "without a backslash at the end of a part" };
      text += part[at];
      continue;
    }
    if (/[[\]{}]/.test(character))
      return { problem: `without ${character}: it has no meaning here; write \\${character} for the character` };
    if (character === "*" || character === "?") wild.add(text.length);
    text += character;
  }
  return { text, wild };
}

/** The glob that matches exactly this path. */
export const literalPath = (path: string): string => path.replace(/[\\*?[\]{}]/g, "\\$&").replace(/^~/, "\\~");

/** Whether it names one path, without a wildcard. */
export const isLiteral = ({ segments }: PathPattern): boolean =>
  segments.every((segment) => segment !== "**" && segment.wild.size === 0);

/** Whether it can only match names that begin with a dot. */
export const isHidden = ({ segments }: PathPattern): boolean => {
  const last = segments.at(-1);
  return last !== undefined && last !== "**" && last.text.startsWith(".");
};

/** The absolute path, without `.`, `..` and doubled slashes. */
export function resolvePath(path: string, { workspace, home }: PathContext): string {
  const whole = path.startsWith("/")
    ? path
    : path === "~" || path.startsWith("~/")
      ? `${home}/${path.slice(1)}`
      : `${workspace}/${path}`;
  const parts: string[] = [];
  for (const part of whole.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** Systems do not open longer paths. */
export const MAX_PATH = 4096;

/** Links that every system has: another name of the same files. */
export function throughLinks(path: string, where: PathContext): string {
  if (path.length > MAX_PATH) return path;
  const [, link, rest = ""] = /^\/proc\/(?:self|thread-self|\d+)(?:\/task\/\d+)?\/(cwd|root)(\/.*)?$/.exec(path) ?? [];
  if (link !== undefined)
    return link === "cwd" ? resolvePath(`${where.workspace}${rest}`, where) : throughLinks(rest || "/", where);
  return path.replace(/^\/(?:System\/Volumes\/Data|private)(?=\/)/i, "");
}

/** `~name` and the like: only a shell can resolve them. */
export const isOthersHome = (path: string): boolean => /^~[^/]/.test(path);

const partsOf = (path: string): string[] => (path === "/" ? [] : path.slice(1).split("/"));

/** The parts of a path below a directory; null if it is neither below nor the directory itself. */
export function partsBelow(path: string, directory: string): string[] | null {
  const parts = partsOf(path);
  const above = partsOf(directory);
  return above.every((part, at) => parts[at] === part) ? parts.slice(above.length) : null;
}

export const isInside = (path: string, where: PathContext): boolean =>
  partsBelow(path, resolvePath(where.workspace, where)) !== null;

/**
 * Whether an allow rule's glob matches an absolute path. As in a shell, a wildcard does not stand for a name that begins with a dot: a rule must
 * name `.git`, `.env` and the like. `src/**` matches what is below `src`, not `src` itself.
 */
export function coversPath(path: string, pattern: PathPattern, where: PathContext): boolean {
  const parts = partsBelow(composed(path), composed(baseOf(pattern, where)));
  if (parts === null) return false;
  const segments = pattern.segments.at(-1) === "**" ? [...pattern.segments, anyName] : pattern.segments;
  return matchedBy(parts, { segments, isStrict: true }).at(-1) === true;
}

/** A path as deny and ask rules compare it: case does not matter. It is parsed once for all rules. */
export const foldedParts = (path: string): readonly string[] => partsOf(folded(composed(path)));

/** Whether a deny or ask rule's glob matches a path. */
export function catcherOf(pattern: PathPattern, where: PathContext): (parts: readonly string[]) => boolean {
  const above = foldedParts(baseOf(pattern, where));
  const segments = pattern.segments.map((one) => (one === "**" ? one : { ...one, text: folded(one.text) }));
  const last = segments.at(-1);
  return (parts) => {
    // A fast check: most paths end with another name.
    if (last !== undefined && last !== "**" && !matchesWildcard(parts.at(-1) ?? "", last, null)) return false;
    if (!above.every((part, at) => parts[at] === part)) return false;
    return matchedBy(parts.slice(above.length), { segments, isStrict: false }).at(-1) === true;
  };
}

/** Whether anything below a directory, at any depth, may match a deny or ask rule's glob. */
export function belowCatcherOf(pattern: PathPattern, where: PathContext): (parts: readonly string[]) => boolean {
  const above = foldedParts(baseOf(pattern, where));
  return (parts) => {
    if (!parts.slice(0, above.length).every((part, at) => above[at] === part)) return false;
    if (parts.length <= above.length) return true;
    return matchedBy(parts.slice(above.length), { segments: pattern.segments, isStrict: false }).includes(true);
  };
}

const baseOf = ({ base }: PathPattern, where: PathContext): string =>
  resolvePath({ workspace: where.workspace, home: where.home, root: "/" }[base], where);

/** File systems treat both Unicode forms of an accented letter as the same. */
const composed = (text: string): string => text.normalize("NFC");

/**
 * For every n, whether all parts match the first n segments. A pattern takes at most parts × segments steps: at each segment the matching prefixes
 * of the parts are known.
 */
function matchedBy(
  parts: readonly string[],
  { segments, isStrict }: { segments: readonly Segment[]; isStrict: boolean },
): boolean[] {
  let reached = [true, ...parts.map(() => false)];
  const matched = [parts.length === 0];
  for (const segment of segments) {
    const next = reached.map(() => false);
    for (const [at, isReached] of reached.entries()) {
      const part = parts[at - 1];
      if (segment === "**")
        next[at] = isReached || (part !== undefined && next[at - 1] === true && !(isStrict && part.startsWith(".")));
      else if (part !== undefined) next[at] = reached[at - 1] === true && matchesSegment(part, { segment, isStrict });
    }
    reached = next;
    matched.push(reached.at(-1) === true);
  }
  return matched;
}

function matchesSegment(part: string, { segment, isStrict }: { segment: Wildcard; isStrict: boolean }): boolean {
  if (isStrict && part.startsWith(".") && segment.wild.has(0)) return false;
  return matchesWildcard(part, isStrict ? segment : { ...segment, text: folded(segment.text) }, null);
}

/** Names as case-insensitive file systems compare them. Wildcards are kept. */
const folded = (text: string): string =>
  !/[\u0080-\uffff]/.test(text)
    ? text.toLowerCase()
    : [...text].map((one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join("");
