// The daemon's socket: it is a socket, belongs to the user, is closed to others, and a daemon listens.
import { lstatSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { type Distrust, distrustSocket, distrustSocketDirectory, type Paths } from "../../home/index.ts";
import { safeLine } from "../text/safe-text.ts";
import { tildePath } from "../text/tilde-path.ts";
import type { Check, Finding } from "./check.ts";
import { type Reach, reach } from "./reach.ts";

const OTHERS = 0o077;
/** The search for the daemon has waited long enough. */
const SHORTLY_MS = 300;

interface Entry {
  readonly kind: "socket" | "directory" | "link" | "file";
  readonly mode: number;
}

export interface SocketFacts {
  readonly path: string;
  /** As people write it. */
  readonly shown: string;
  /** The home's path is too long for a socket, so the socket is elsewhere. */
  readonly isMoved: boolean;
  readonly directory: Entry | null;
  readonly found: Entry | null;
  readonly reached: Reach;
  /** Why no command may connect to the socket. */
  readonly distrust: Distrust | null;
}

export const socket: Check = {
  id: "socket",
  async run({ io, paths, server }) {
    const path = paths.socket;
    const found = entryAt(path);
    const distrust = distrustSocket(path) ?? distrustMoved(paths);
    return [
      socketFinding({
        path,
        shown: tildePath(path, io.env.HOME),
        isMoved: dirname(path) !== paths.home,
        directory: entryAt(dirname(path)),
        found,
        reached: server ? "answers" : found && !distrust ? await reach(path, SHORTLY_MS) : "absent",
        distrust,
      }),
    ];
  },
};

/** A socket outside the home is in a directory that only the user may access; the home has a check of its own. */
const distrustMoved = ({ socket, home }: Paths): Distrust | null =>
  dirname(socket) === home ? null : distrustSocketDirectory(dirname(socket));

export function socketFinding({ path, shown, isMoved, directory, found, reached, distrust }: SocketFacts): Finding {
  const said = (finding: Omit<Finding, "title">): Finding => ({ title: "socket", ...finding });
  const place = dirname(path);
  if (distrust) return said({ state: "failed", text: safeLine(distrust.problem), fix: safeLine(distrust.fix) });
  if (isMoved && directory && (directory.mode & OTHERS) !== 0)
    return said({ state: "warning", text: `others can read ${place}`, fix: `chmod 700 ${place}` });
  if (!found) return said({ state: "note", text: `${shown} does not exist: no daemon listens` });
  if (found.kind !== "socket")
    return said({ state: "failed", text: `${shown} is a ${found.kind}, not a socket`, fix: `mv ${path} ${path}.old` });
  if ((found.mode & OTHERS) !== 0)
    return said({
      state: "warning",
      text: `${shown} is open to others on this machine (mode ${found.mode.toString(8)})`,
      fix: `chmod 600 ${path}`,
    });
  const states: Readonly<Record<Reach, Omit<Finding, "title">>> = {
    answers: {
      state: "ok",
      text: isMoved ? `${shown}: the path of SKEIN_HOME is too long for it` : `${shown}, yours alone`,
    },
    absent: { state: "note", text: `${shown} was left by a daemon that died; the next one replaces it` },
    silent: { state: "note", text: `${shown} accepts connections, but nobody answers` },
    forbidden: { state: "failed", text: `${shown} can't be opened`, fix: `chmod 600 ${path}` },
  };
  return said(states[reached]);
}

function entryAt(path: string): Entry | null {
  try {
    const stat = lstatSync(path);
    return { kind: kindOf(stat), mode: stat.mode & 0o777 };
  } catch {
    return null;
  }
}

function kindOf(stat: Stats): Entry["kind"] {
  if (stat.isSocket()) return "socket";
  if (stat.isDirectory()) return "directory";
  return stat.isSymbolicLink() ? "link" : "file";
}
