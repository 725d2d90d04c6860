// Recreates the socket if its file was deleted (by a person, or by a cleaner of /tmp) or replaced by one without a listener. Otherwise the
// daemon would run and nobody could reach it.
import { background } from "../../core/index.ts";
import { homeMark, type Paths } from "../../home/index.ts";
import type { Clock } from "../../session/index.ts";
import type { Journal } from "../journal.ts";
import type { Door } from "./listen.ts";

/** Shorter than a command waits for a daemon. */
const EVERY_MS = 3_000;

interface Dependencies {
  door: Door;
  paths: Pick<Paths, "home">;
  clock: Clock;
  journal: Journal;
}

/** Returns a function that stops it. */
export function keepSocket({ door, paths: { home }, clock, journal }: Dependencies): () => void {
  const mark = homeMark(home);
  let isOver = false;
  let isTold = false;
  let cancel = (): void => {};
  const check = async (): Promise<void> => {
    try {
      // Another home that has taken this path has its own daemon.
      if (homeMark(home) === mark && (await door.restore()))
        journal.info("the socket had disappeared and was created again");
      isTold = false;
    } catch (error) {
      if (!isTold && !isOver) journal.error("the socket has disappeared and can't be created again", error);
      isTold = true;
    }
  };
  const scheduleCheck = (): void => {
    if (isOver) return;
    cancel = clock.after(EVERY_MS, () => background(check().then(scheduleCheck), () => {}));
  };
  scheduleCheck();
  return () => {
    isOver = true;
    cancel();
  };
}
