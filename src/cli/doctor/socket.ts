// The daemon's socket: a socket, ours, closed to others, and somebody listens.
import { lstatSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { tildePath } from "../render/tilde-path.ts";
import type { Check, Finding } from "./check.ts";
import { type Reach, reach } from "./reach.ts";

const OTHERS = 0o077;
/** Whoever looked for the daemon has waited long enough. */
const SHORTLY_MS = 300;

interface Entry {
  readonly kind: "socket" | "directory" | "link" | "file";
  readonly uid: number;
  readonly mode: number;
}

export interface SocketFacts {
  readonly path: string;
  /** As people write it. */
  readonly shown: string;
  /** The home's own path is too long for a socket: it lies elsewhere. */
  readonly isMoved: boolean;
  readonly directory: Entry | null;
  readonly found: Entry | null;
  readonly reached: Reach;
  readonly user: number;
}

export const socket: Check = {
  id: "socket",
  async run({ io, paths, server }) {
    const path = paths.socket;
    const found = entryAt(path);
    return [
      socketFinding({
        path,
        shown: tildePath(path, io.env.HOME),
        isMoved: dirname(path) !== paths.home,
        directory: entryAt(dirname(path)),
        found,
        reached: server ? "answers" : found ? await reach(path, SHORTLY_MS) : "absent",
        user: process.getuid?.() ?? found?.uid ?? 0,
      }),
    ];
  },
};

export function socketFinding({ path, shown, isMoved, directory, found, reached, user }: SocketFacts): Finding {
  const said = (finding: Omit<Finding, "title">): Finding => ({ title: "socket", ...finding });
  const place = dirname(path);
  if (isMoved && directory && (directory.kind !== "directory" || directory.uid !== user))
    return said({
      state: "failed",
      text: `${place}, where it lies because SKEIN_HOME is too long for a socket, is not yours`,
      fix: 'choose a shorter one: export SKEIN_HOME="$HOME/.skein"',
    });
  if (isMoved && directory && (directory.mode & OTHERS) !== 0)
    return said({ state: "warning", text: `others can look into ${place}`, fix: `chmod 700 ${place}` });
  if (!found) return said({ state: "note", text: `${shown} is not there: no daemon listens` });
  if (found.kind !== "socket")
    return said({ state: "failed", text: `${shown} is a ${found.kind} and no socket`, fix: `mv ${path} ${path}.old` });
  if (found.uid !== user)
    return said({
      state: "failed",
      text: `${shown} belongs to user ${found.uid}, and you are ${user}`,
      fix: `sudo rm ${path}`,
    });
  if ((found.mode & OTHERS) !== 0)
    return said({
      state: "warning",
      text: `${shown} is open to others on this machine (mode ${found.mode.toString(8)})`,
      fix: `chmod 600 ${path}`,
    });
  const states: Readonly<Record<Reach, Omit<Finding, "title">>> = {
    answers: {
      state: "ok",
      text: isMoved ? `${shown}: SKEIN_HOME is too long to hold it` : `${shown}, yours alone`,
    },
    absent: { state: "note", text: `${shown} was left by a daemon that died; the next one replaces it` },
    silent: { state: "note", text: `${shown} takes calls, and nobody answers them` },
    forbidden: { state: "failed", text: `${shown} can't be opened`, fix: `chmod 600 ${path}` },
  };
  return said(states[reached]);
}

function entryAt(path: string): Entry | null {
  try {
    const stat = lstatSync(path);
    return { kind: kindOf(stat), uid: stat.uid, mode: stat.mode & 0o777 };
  } catch {
    return null;
  }
}

function kindOf(stat: Stats): Entry["kind"] {
  if (stat.isSocket()) return "socket";
  if (stat.isDirectory()) return "directory";
  return stat.isSymbolicLink() ? "link" : "file";
}
