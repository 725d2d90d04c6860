// The lock that allows one daemon per home: its holder, and whether that one answers.
import { holderName, type NamedHolder, namedHolderOf, standingWithoutDaemon } from "../processes/unreachable-holder.ts";
import type { Check, Finding } from "./check.ts";

export interface LockFacts {
  /** Null if nobody holds it; undefined if the system does not tell. */
  readonly holder: NamedHolder | null | undefined;
  /** The daemon that answers. */
  readonly daemon: { readonly pid: number } | null;
}

export const lock: Check = {
  id: "lock",
  async run({ paths, server }) {
    return lockFindings({ holder: namedHolderOf(paths.lock), daemon: server?.daemon ?? null });
  },
};

export function lockFindings({ holder, daemon }: LockFacts): Finding[] {
  if (holder === undefined) return [];
  if (daemon) return [{ title: "lock", ...besideDaemon(holder, daemon) }];
  if (!holder) return [{ title: "lock", state: "ok", text: "free" }];
  return [{ title: "lock", ...standingWithoutDaemon(holder) }];
}

function besideDaemon(holder: NamedHolder | null, daemon: { readonly pid: number }): Omit<Finding, "title"> {
  if (holder?.pid === daemon.pid) return { state: "ok", text: `held by the daemon, pid ${daemon.pid}` };
  if (holder?.pid === 0) return { state: "ok", text: "held by a process outside this container" };
  const text = holder
    ? `pid ${daemon.pid} answers, but ${holderName(holder)} holds it`
    : `the daemon, pid ${daemon.pid}, answers without holding it: lock.db was removed or replaced`;
  return {
    state: "failed",
    text,
    fix: "skein daemon stop: the next command starts a new one, and agents keep running",
  };
}
