// The process that holds the lock while no daemon answers: its state, and what to do.
import { safeLine } from "../text/safe-text.ts";
import { type Holder, holderOf } from "./lock-holder.ts";
import { versionOfProgram } from "./program-version.ts";

export type NamedHolder = Holder & { readonly version: string | null };

interface Standing {
  readonly state: "ok" | "note" | "failed";
  readonly text: string;
  readonly fix?: string;
}

/** Null if nobody holds it; undefined if the system does not tell. */
export function namedHolderOf(path: string): NamedHolder | null | undefined {
  const holder = holderOf(path);
  const program = holder?.words[holder.words.indexOf("__daemon") - 1];
  const version = program === undefined ? null : versionOfProgram(program);
  return holder && { ...holder, version };
}

/** Null if nobody holds it, or the system does not tell. */
export function unreachableHolder(path: string): { text: string; fix: string | undefined; isPaused: boolean } | null {
  const holder = namedHolderOf(path);
  if (!holder) return null;
  const { text, fix } = standingWithoutDaemon(holder);
  return { text, fix, isPaused: holder.state === "T" };
}

/** Describes a holder while no daemon answers. */
export function standingWithoutDaemon(holder: NamedHolder): Standing {
  const { pid, state, words } = holder;
  const name = holderName(holder);
  const failed = (text: string, fix: string): Standing => ({ state: "failed", text, fix });
  if (pid === 0) return failed("held by a process outside this container", "end the daemon there: skein daemon stop");
  if (state === "T") return failed(`${name} holds it and is paused`, `continue it: kill -CONT ${pid}`);
  if (words.includes("__recover")) return { state: "note", text: `${name} holds it: a recovery is running` };
  if (state === "D") return failed(`${name} holds it and waits for a disk that does not answer`, "sudo dmesg | tail");
  if (!words.includes("__daemon")) return failed(`${name} holds it and is not a daemon`, `end it: kill ${pid}`);
  return failed(
    `${name} holds it and can't be reached: it is still starting, too busy, or its socket was removed`,
    `end it, agents keep running: kill ${pid}`,
  );
}

/** "pid 12 (skein 0.1.0)". */
export function holderName({ pid, words, version }: NamedHolder): string {
  const program = version === null ? words[0] : `skein ${version}`;
  return program === undefined ? `pid ${pid}` : safeLine(`pid ${pid} (${program})`);
}
