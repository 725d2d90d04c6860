// Whether another user could decide what a path leads to. The process starts with this file, so it imports only Node's modules.
import { lstatSync, readFileSync, readlinkSync, type Stats } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** What another user could do or has done, and a fix, if there is a simpler one than using another place. */
export interface PathDistrust {
  readonly problem: string;
  readonly fix: string | null;
}

export interface Distrust extends PathDistrust {
  readonly fix: string;
}

/** Adds the use of another place as the fix, if there is none. */
export const withWayOut = ({ problem, fix }: PathDistrust, wayOut: string): Distrust => ({
  problem,
  fix: fix === null ? wayOut : `${fix}, or ${wayOut}`,
});

export type FollowedPath =
  | { readonly kind: "found"; readonly path: string; readonly stat: Stats }
  /** A part of the path does not exist. */
  | { readonly kind: "absent" }
  | ({ readonly kind: "distrusted" } & PathDistrust);

const OTHERS_WRITE = 0o022;
const EVERYBODY_WRITES = 0o002;
const STICKY = 0o1000;
const NOBODY = 65_534;
/** Linux follows at most this many. */
const MAX_LINKS = 40;

export const currentUser = (): number => process.getuid?.() ?? 0;

/** Ours or root's: root can do anything anyway. */
export const isTrustedOwner = (uid: number): boolean => uid === currentUser() || uid === 0 || isRootOutside(uid);

/** In a user namespace (rootless containers, sandboxes) the machine's root has no id and appears as nobody. */
function isRootOutside(uid: number): boolean {
  if (uid !== NOBODY) return false;
  try {
    return !/^\s*0\s+0\s+4294967295\s*$/.test(readFileSync("/proc/self/uid_map", "latin1"));
  } catch {
    return false;
  }
}

/**
 * Follows the path from the root through every link. Another user can't change where it leads if every link and every directory on the way is
 * ours or root's, and every directory that everyone can write is sticky, like /tmp, where others can't rename or remove our files. So the
 * result stays valid after this check. A directory that its group may write is trusted: many systems give each user a group of their own. The
 * caller judges the end of the path.
 */
export function followPath(path: string): FollowedPath {
  let at = "/";
  let links = 0;
  const rest = resolve(path).split("/").filter(Boolean);
  for (;;) {
    const name = rest.shift();
    const next = name === undefined ? at : join(at, name);
    const stat = lookAt(next);
    if (stat === null) return { kind: "absent" };
    if (stat.isSymbolicLink()) {
      if (!isTrustedOwner(stat.uid)) return foreignLink(next, stat);
      if (++links > MAX_LINKS) return { kind: "absent" };
      const target = readlinkSync(next);
      if (target.startsWith("/")) at = "/";
      rest.unshift(...target.split("/").filter((part) => part !== "" && part !== "."));
      continue;
    }
    if (rest.length === 0) return { kind: "found", path: next, stat };
    const distrust = distrustOnTheWay(next, stat, path);
    if (distrust) return { kind: "distrusted", ...distrust };
    at = next;
  }
}

function lookAt(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    // A path that can't be inspected can't be opened either: whoever opens it gets the reason.
    return null;
  }
}

function distrustOnTheWay(path: string, stat: Stats, end: string): PathDistrust | null {
  if (!stat.isDirectory()) return { problem: `${path} is not a directory, so ${end} can't be in it`, fix: null };
  // In a container, root may work below a directory of a user outside of it.
  if (currentUser() !== 0 && !isTrustedOwner(stat.uid))
    return {
      problem: `${path} belongs to user ${stat.uid}, who could replace ${end}`,
      fix: null,
    };
  if ((stat.mode & EVERYBODY_WRITES) !== 0 && (stat.mode & STICKY) === 0)
    return {
      problem: `everyone can write to ${path} (mode ${modeOf(stat)}) and so replace ${end}`,
      fix: `chmod o-w ${shellWord(path)}`,
    };
  return null;
}

const foreignLink = (path: string, { uid }: Stats): FollowedPath => ({
  kind: "distrusted",
  problem: `${path} is a link of user ${uid}, who can point it anywhere`,
  fix: null,
});

/** Requires a directory that is ours and that nobody else may write. A missing one is accepted. */
export function distrustDirectory(path: string): PathDistrust | null {
  const found = followPath(path);
  if (found.kind === "distrusted") return found;
  if (found.kind === "absent") return distrustDangling(path);
  const { stat } = found;
  if (!stat.isDirectory()) return { problem: `${path} is not a directory`, fix: `move it away: mv ${moveAway(path)}` };
  const where = found.path === resolve(path) ? path : `${path} (${found.path})`;
  if (stat.uid !== currentUser())
    return {
      problem: `${where} belongs to user ${stat.uid}, and you are ${currentUser()}`,
      fix: fixForOwner(path, stat),
    };
  if (distrustsMode(stat))
    return {
      problem: `others can write to ${where} (mode ${modeOf(stat)})`,
      fix: `chmod 700 ${shellWord(path)}`,
    };
  return null;
}

/** What `sudo` created is given back to the user; another user's file may contain anything. */
function fixForOwner(path: string, { uid }: Stats): string | null {
  if (currentUser() === 0) return "run it without sudo";
  return uid === 0 ? `give it back: sudo chown -R ${currentUser()} ${shellWord(path)}` : null;
}

function distrustDangling(path: string): PathDistrust | null {
  try {
    const target = readlinkSync(path);
    const directory = shellWord(resolve(dirname(path), target));
    return {
      problem: `${path} is a link to ${target}, which does not exist`,
      fix: `create it: mkdir -m 700 ${directory}`,
    };
  } catch {
    return null;
  }
}

/** Writable by group or others. */
export const distrustsMode = ({ mode }: Pick<Stats, "mode">): boolean => (mode & OTHERS_WRITE) !== 0;

export const isSticky = ({ mode }: Pick<Stats, "mode">): boolean => (mode & STICKY) !== 0;

export const modeOf = ({ mode }: Pick<Stats, "mode">): string => (mode & 0o7777).toString(8);

export const moveAway = (path: string): string => `${shellWord(path)} ${shellWord(`${path}.old`)}`;

/** Quoted for a shell. */
export const shellWord = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
