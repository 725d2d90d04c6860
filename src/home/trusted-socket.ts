// Whether the daemon behind a socket is ours. Checked before anything is sent, because a client sends prompts and its whole environment.
import { lstatSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { MAX_HOME_BYTES } from "./paths.ts";
import {
  currentUser,
  type Distrust,
  distrustDirectory,
  distrustsMode,
  followPath,
  isSticky,
  isTrustedOwner,
  modeOf,
  shellWord,
  withWayOut,
} from "./trusted-path.ts";

/**
 * Null if it is ours, or if nobody listens. Only we and root can create a socket that belongs to us. Nobody else can replace it between this
 * check and the connection, because its directory and all above it keep others from renaming our files (trusted-path.ts).
 */
export function distrustSocket(path: string): Distrust | null {
  const socket = resolve(path);
  const directory = followPath(dirname(socket));
  if (directory.kind === "distrusted") return withWayOut(directory, OTHER_PLACE);
  if (directory.kind === "absent") return null;
  const { stat } = directory;
  if (!isTrustedOwner(stat.uid))
    return {
      problem: `${directory.path}, which has the daemon's socket, belongs to user ${stat.uid}, and you are ${currentUser()}`,
      fix: OTHER_PLACE,
    };
  if (distrustsMode(stat) && !isSticky(stat))
    return {
      problem: `others can write to ${directory.path} (mode ${modeOf(stat)}), which has the daemon's socket`,
      fix: `chmod 700 ${shellWord(directory.path)}`,
    };
  const found = lstatSync(join(directory.path, basename(socket)), { throwIfNoEntry: false });
  if (!found) return null;
  if (found.uid !== currentUser())
    return {
      problem: `the daemon's socket ${socket} belongs to user ${found.uid}, and you are ${currentUser()}`,
      fix: `remove it: rm -f ${shellWord(socket)}`,
    };
  if (found.isSymbolicLink())
    return {
      problem: `${socket} is a link, and a daemon never creates one`,
      fix: `remove it: rm ${shellWord(socket)}`,
    };
  return null;
}

/** The check before creating the socket: its directory must be ours alone. */
export function distrustSocketDirectory(path: string): Distrust | null {
  const distrust = distrustDirectory(path);
  return distrust && withWayOut(distrust, OTHER_PLACE);
}

/** The place depends only on the length of the home's path, so that a command and its daemon agree on it in any environment. */
const OTHER_PLACE = `set SKEIN_HOME to a directory of your own with a path of at most ${MAX_HOME_BYTES} bytes`;
