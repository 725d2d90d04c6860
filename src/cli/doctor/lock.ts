// The lock that makes one daemon per home: who holds it, and whether that one answers.
import { safeLine } from "../render/safe-text.ts";
import type { Check, Finding } from "./check.ts";
import { type Holder, holderOf } from "./lock-holder.ts";
import { versionOfProgram } from "./program-version.ts";

export interface LockFacts {
  /** Null when nobody holds it; undefined when the system does not tell. */
  readonly holder: (Holder & { readonly version: string | null }) | null | undefined;
  /** The daemon that answers. */
  readonly daemon: { readonly pid: number } | null;
}

export const lock: Check = {
  id: "lock",
  async run({ paths, server }) {
    return lockFindings({ holder: namedHolderOf(paths.lock), daemon: server?.daemon ?? null });
  },
};

/** Who holds the lock, and what can be done, for whoever found nobody listening. Null when nobody does, or the system does not tell. */
export function unreachableHolder(path: string): { text: string; fix: string | undefined; isPaused: boolean } | null {
  const holder = namedHolderOf(path);
  if (!holder) return null;
  const { text, fix } = withoutDaemon(holder);
  return { text, fix, isPaused: holder.state === "T" };
}

function namedHolderOf(path: string): LockFacts["holder"] {
  const holder = holderOf(path);
  const program = holder?.words[holder.words.indexOf("__daemon") - 1];
  const version = program === undefined ? null : versionOfProgram(program);
  return holder && { ...holder, version };
}

export function lockFindings({ holder, daemon }: LockFacts): Finding[] {
  if (holder === undefined) return [];
  const finding = daemon ? besideDaemon(holder, daemon) : withoutDaemon(holder);
  return [{ title: "lock", ...finding }];
}

type Said = Omit<Finding, "title">;

function besideDaemon(holder: LockFacts["holder"], daemon: { readonly pid: number }): Said {
  if (holder?.pid === daemon.pid) return { state: "ok", text: `held by the daemon, pid ${daemon.pid}` };
  if (holder?.pid === 0) return { state: "ok", text: "held by a process outside of this container" };
  const text = holder
    ? `pid ${daemon.pid} answers, but ${nameOf(holder)} holds it`
    : `the daemon, pid ${daemon.pid}, answers without holding it: lock.db was removed or replaced`;
  return { state: "failed", text, fix: "skein daemon stop: the next command starts another one, and agents go on" };
}

function withoutDaemon(holder: LockFacts["holder"]): Said {
  if (!holder) return { state: "ok", text: "free" };
  const { pid, state, words } = holder;
  const name = nameOf(holder);
  const failed = (text: string, fix: string): Said => ({ state: "failed", text, fix });
  if (pid === 0)
    return failed("held by a process outside of this container", "end the daemon there: skein daemon stop");
  if (state === "T") return failed(`${name} holds it and is paused`, `let it go on: kill -CONT ${pid}`);
  if (words.includes("__recover")) return { state: "note", text: `${name} holds it: a recovery is at work` };
  if (state === "D") return failed(`${name} holds it and waits for a disk that does not answer`, "sudo dmesg | tail");
  if (!words.includes("__daemon")) return failed(`${name} holds it, which is no daemon`, `end it: kill ${pid}`);
  return failed(
    `${name} holds it and can't be reached: it is still starting, too busy, or its socket was removed`,
    `end it, agents go on: kill ${pid}`,
  );
}

function nameOf({ pid, words, version }: NonNullable<LockFacts["holder"]>): string {
  const program = version === null ? words[0] : `skein ${version}`;
  return program === undefined ? `pid ${pid}` : safeLine(`pid ${pid} (${program})`);
}
