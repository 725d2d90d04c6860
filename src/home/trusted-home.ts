// Whether Skein's home may be used: it is ours, nobody else may write to it, and nothing that Skein opens in it is somebody else's.
// Asked before anything in it is opened or made: what others prepared there would decide what runs, and where is written.
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

/** Null when it may be used, or is not there yet. */
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

/** What a name of Skein's can end with: SQLite's files, the disk's probe, a file's next version, a full log, copies beside the database. */
const SIDE_FILE = /^(-wal|-shm|-journal|-probe|(\.page1|\.\d+)?\.new|\.1|\.page1|\.witness)$/;

/** Everything that Skein keeps there, side files included. What merely begins with such a name, as `config.toml.old`, is not Skein's. */
function partsOf({ home, ...paths }: Paths): string[] {
  const names = [...Object.values(paths).map((path) => basename(path)), "policy", "policy.toml"];
  const isPart = (name: string): boolean =>
    names.some((known) => name === known || (name.startsWith(known) && SIDE_FILE.test(name.slice(known.length))));
  // Not there yet, or closed even to its owner: whoever opens something in it hears of that.
  return namesIn(home)
    .filter(isPart)
    .map((name) => join(home, name));
}

function distrustPart(path: string): Distrust | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return null;
  if (!isTrustedOwner(stat.uid)) return foreign(path, path, stat);
  // A link of ours may lead to another disk; one that leads nowhere makes its file there.
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

/** Null when a link leads to what is not there. */
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
