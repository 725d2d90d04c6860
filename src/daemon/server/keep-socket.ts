// A socket whose name was deleted (by a person, or by what tidies up /tmp), or given to something that nobody answers, leaves a daemon that works and that nobody can reach: it is made again.
import { background } from "../../core/index.ts";
import { homeMark, type Paths } from "../../home/index.ts";
import type { Clock } from "../../session/index.ts";
import type { Journal } from "../journal.ts";
import type { Door } from "./listen.ts";

/** Less than a command waits for a daemon. */
const EVERY_MS = 3_000;

interface Dependencies {
  door: Door;
  paths: Pick<Paths, "home">;
  clock: Clock;
  journal: Journal;
}

/** Returns how to stop. */
export function keepSocket({ door, paths: { home }, clock, journal }: Dependencies): () => void {
  const mark = homeMark(home);
  let isOver = false;
  let isTold = false;
  let cancel = (): void => {};
  const check = async (): Promise<void> => {
    try {
      // Another home that lies at this path by now has a daemon of its own.
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
