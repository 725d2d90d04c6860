// A tab's lanes, whatever becomes of the shared worker: when it has ended, they go on through another one, or through a channel of the tab's own.
// Readers are told that their lanes have ended, as after a cut, and ask again at their cursors.
import type { Lanes } from "./lane-transport.ts";

/** Why a tab leaves its worker: it answers no more, or it has never answered. Another one would be as silent as that. */
export type WorkerEnd = "silent" | "unreachable";

export interface Ways {
  /** Null where there are no shared workers. `onEnd` is called before the lanes of the worker end. */
  readonly shared: (onEnd: (end: WorkerEnd) => void) => Lanes | null;
  readonly own: () => Lanes;
  /** Lanes can be opened again. */
  readonly onReplaced: () => void;
}

/** A worker that ends again and again is not worth another one. */
const MAX_WORKERS = 4;

export function lastingLanes({ shared, own, onReplaced }: Ways): Lanes {
  let workers = 0;
  const start = (): Lanes => {
    if (workers++ >= MAX_WORKERS) return own();
    return shared(replace) ?? own();
  };
  const replace = (end: WorkerEnd): void => {
    lanes = end === "silent" ? start() : own();
    onReplaced();
  };
  let lanes = start();
  return { open: (path, reader) => lanes.open(path, reader), wake: () => lanes.wake() };
}
