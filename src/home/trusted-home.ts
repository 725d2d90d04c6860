// Whether Skein's home may be used: it is ours, nobody else can write to it, and no file that Skein opens in it is someone else's. Checked
// before anything in it is opened or created, because prepared files could decide what runs and what is overwritten.
import { lstatSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, isAbsolute, join, resolve } from "node:path";
import { codeOf, isCode, namesIn } from "../system/index.ts";
import type { Paths } from "./paths.ts";
import { kindOf } from "./regular-file.ts";
import {
  currentUser,
  type Distrust,
  distrustDirectory,
  distrustsMode,
  isTrustedOwner,
  modeOf,
  moveAway,
  shellWord,
  withWayOut,
} from "./trusted-path.ts";

/** Null if it may be used, or does not exist yet. */
export function distrustHome(paths: Paths): Distrust | null {
  if (!isAbsolute(paths.home)) return relative(paths.home);
  const distrust = distrustDirectory(paths.home);
  if (distrust) return withWayOut(distrust, "set SKEIN_HOME to a directory of your own");
  for (const path of partsOf(paths)) {
    const found = distrustPart(path);
    if (found) return found;
  }
  return null;
}

const relative = (home: string): Distrust => ({
  problem: `"${home}" is not an absolute path: each directory would have a different home`,
  fix: `export SKEIN_HOME=${shellWord(resolve(home))}`,
});

/** Suffixes of files beside those in `Paths`: SQLite's, the disk probe, the next version of a file, a rotated log, copies beside the database. */
const SIDE_FILE = /^(-wal|-shm|-journal|-probe|(\.page1|\.\d+)?\.new|\.1|\.page1|\.witness)$/;

/** Every file of Skein's in the home, side files included. Other names with the same beginning, such as `config.toml.old`, are not Skein's. */
function partsOf({ home, ...paths }: Paths): string[] {
  const names = [...Object.values(paths).map((path) => basename(path)), "policy", "policy.toml"];
  const isPart = (name: string): boolean =>
    names.some((known) => name === known || (name.startsWith(known) && SIDE_FILE.test(name.slice(known.length))));
  // An unreadable home counts as empty: opening a file in it reports the cause.
  return namesIn(home)
    .filter(isPart)
    .map((name) => join(home, name));
}

function distrustPart(path: string): Distrust | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return null;
  if (!isTrustedOwner(stat.uid)) return foreign(path, path, stat);
  // A link of our own may point to another disk; if its target is missing, the file is created there.
  const target = stat.isSymbolicLink() ? endOf(path) : stat;
  if (!target) return null;
  if ("problem" in target) return target;
  if (!isTrustedOwner(target.uid)) return foreign(path, `${path} is a link to ${realpathSync(path)}, which`, target);
  if (target.isDirectory() && distrustsMode(target))
    return { problem: `others can write to ${path} (mode ${modeOf(target)})`, fix: `chmod 700 ${shellWord(path)}` };
  if (isSpecial(target) && !(target.isSocket() && path.endsWith(".sock")))
    return {
      problem: `${path} is ${kindOf(target)}, and Skein keeps a file there`,
      fix: `move it away: mv ${moveAway(path)}`,
    };
  return null;
}

/** Null if the link's target does not exist. */
function endOf(path: string): Stats | Distrust | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (fault) {
    const reason = isCode(fault, "ELOOP") ? "it points back to itself" : `${codeOf(fault)}`;
    return {
      problem: `${path} is a link that can't be followed (${reason})`,
      fix: `move it away: mv ${moveAway(path)}`,
    };
  }
}

const foreign = (path: string, what: string, { uid }: Stats): Distrust => ({
  problem: `${what} belongs to user ${uid}, and you are ${currentUser()}`,
  fix: `if you created it as another user: sudo chown -h ${currentUser()} ${shellWord(path)}; otherwise move it away: mv ${moveAway(path)}`,
});

const isSpecial = (stat: Stats): boolean => !stat.isFile() && !stat.isDirectory();
