// Directives about time.
import { existsSync, type FSWatcher, watch } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Directive, halves, milliseconds, required } from "../directive.ts";
import { sleep, until } from "../until.ts";

/** Watching is fast where it works; this is for where it doesn't. */
const POLL_MS = 50;

export const waiting = {
  pace: {
    form: "[[pace: 5ms]]",
    run(turn, argument) {
      turn.paceMs = milliseconds(argument);
    },
  },

  wait: { form: "[[wait: 300ms]]", run: (turn, argument) => sleep(milliseconds(argument), turn.signal) },

  "wait-for": {
    form: "[[wait-for: path]]",
    run: (turn, argument) => fileToExist(resolve(required(argument)), turn.signal),
  },

  listen: { form: "[[listen]]", run: (turn) => until(turn.signal, (report) => turn.onWords(report)) },

  background: {
    form: "[[background: 2s | title]]",
    run(turn, argument) {
      const [time, title] = halves(argument);
      turn.startTask({ title: required(title), ms: time === "never" ? null : milliseconds(time) });
    },
  },

  hang: { form: "[[hang]]", run: (turn) => forever(turn.signal) },
} satisfies Record<string, Directive>;

function fileToExist(path: string, signal: AbortSignal): Promise<void> {
  return until(signal, (report) => {
    const look = () => {
      if (existsSync(path)) report();
    };
    const timer = setInterval(look, POLL_MS);
    const watcher = watchFolder(dirname(path), look);
    look();
    return () => {
      clearInterval(timer);
      watcher?.close();
    };
  });
}

function watchFolder(folder: string, look: () => void): FSWatcher | null {
  try {
    return watch(folder, look).on("error", () => {});
  } catch {
    // No such folder yet, or no watches left: the poll does it.
    return null;
  }
}

/** The timer keeps the process alive after the end of stdin, as a hanging agent's work would. */
export function forever(signal: AbortSignal): Promise<void> {
  return until(signal, () => {
    const timer = setInterval(() => {}, 2 ** 30);
    return () => clearInterval(timer);
  });
}
