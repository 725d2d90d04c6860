// A session in the memory log, with its inherited events.
import type { EventText } from "./event-line.ts";
import type { StoredEvent } from "./log.ts";
import type { PreparedChange } from "./prepare-change.ts";

export type MemoryEvent = StoredEvent & { text: EventText; chain: Uint8Array };

export interface MemorySession {
  /** The inherited events: of the session that wrote the last of them. Its own events follow. */
  base: { session: MemorySession; seq: number } | null;
  events: MemoryEvent[];
  row: PreparedChange["row"];
  snapshot: PreparedChange["snapshot"];
}

/** Everything that a session has, from the beginning of what it inherits. */
export function historyOf(session: MemorySession | undefined): MemoryEvent[] {
  const parts: MemoryEvent[][] = [];
  let upTo = Number.POSITIVE_INFINITY;
  for (let one = session; one; one = one.base?.session) {
    parts.unshift(one.events.filter(({ seq }) => seq <= upTo));
    upTo = Math.min(upTo, one.base?.seq ?? 0);
  }
  return parts.flat();
}

export const headOf = ({ base, events }: MemorySession): number => (base?.seq ?? 0) + events.length;

export function baseOf(
  base: PreparedChange["base"],
  sessionOf: (id: string) => MemorySession | undefined,
): MemorySession["base"] {
  let session = base ? sessionOf(base.session) : undefined;
  if (!base || !historyOf(session).some(({ seq }) => seq === base.seq)) return null;
  while (session?.base && base.seq <= session.base.seq) session = session.base.session;
  return session ? { session, seq: base.seq } : null;
}
