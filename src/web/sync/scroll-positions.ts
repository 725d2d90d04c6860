// The scroll position in each session: the event at the top of the screen and an offset. Kept across reloads.

export interface ScrollPosition {
  /** The event at the top. */
  readonly seq: number;
  /** How many pixels of it were above the top. */
  readonly offset: number;
}

export interface ScrollPositions {
  /** Null: at the end, or never opened. */
  of(session: string): ScrollPosition | null;
  keep(session: string, position: ScrollPosition | null): void;
}

interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const KEY = "skein:places";
const MOST = 200;

type Stored = readonly (readonly [session: string, seq: number, offset: number])[];

/** If the browser can't store it, sessions open at their end. */
export function openScrollPositions(storage: () => TextStorage): ScrollPositions {
  const read = (): Stored => {
    try {
      const stored: unknown = JSON.parse(storage().getItem(KEY) ?? "[]");
      return Array.isArray(stored) ? stored : [];
    } catch {
      return [];
    }
  };
  return {
    of(session) {
      const [, seq, offset] = read().find(([id]) => id === session) ?? [];
      return seq === undefined || offset === undefined ? null : { seq, offset };
    },
    keep(session, position) {
      const others = read().filter(([id]) => id !== session);
      const own: Stored = position ? [[session, position.seq, position.offset]] : [];
      try {
        storage().setItem(KEY, JSON.stringify([...others, ...own].slice(-MOST)));
      } catch {
        // Only the position is lost, at the next reload.
      }
    },
  };
}
