// Makes sure that the base of every fork exists. A base that was lost completely comes back with `lost` events only. A fork whose base is
// unknown begins with its own events.
import type { Base } from "./forks.ts";
import { type KnownSession, newlyFound } from "./known-session.ts";
import type { Staging } from "./staging.ts";

interface CopyContext {
  staging: Staging;
  count: number | null;
}

export function settleBases(
  found: ReadonlyMap<number, KnownSession>,
  { staging, count }: CopyContext,
): Map<number, KnownSession> {
  const sessions = new Map(found);
  const missing = count === null ? Number.POSITIVE_INFINITY : count - staging.count;

  /** Adds a session of which only forks are left. */
  function bringBack(key: number, id: string | null, seq: number): Base | null {
    if (seq > missing) return null;
    sessions.set(key, newlyFound(key, id));
    return { key, seq };
  }

  function byId(id: string, seq: number): Base | null {
    for (const session of sessions.values()) if (session.id === id) return throughForks(session, seq);
    return bringBack(Math.max(0, ...sessions.keys(), ...staging.sessions()) + 1, id, seq);
  }

  /** The session that wrote the event: inherited events belong to a base further back. */
  function throughForks(session: KnownSession, seq: number): Base | null {
    for (let one: KnownSession | undefined = session; one; ) {
      if (seq >= one.firstSeq) return { key: one.key, seq };
      const before: KnownSession | undefined = one.base ? sessions.get(one.base.key) : undefined;
      // Damaged rows may form a cycle.
      one = before && before.firstSeq < one.firstSeq ? before : undefined;
    }
    return null;
  }

  function baseOf({ base, row }: KnownSession): Base | null {
    if (!base) return null;
    if (base.id !== undefined) return byId(base.id, base.seq);
    const there = sessions.get(base.key);
    if (!there) return bringBack(base.key, unusedId(idOfBase(row)), base.seq);
    // The base event must be one of the session's own, which also excludes cycles.
    return base.seq >= there.firstSeq ? { key: base.key, seq: base.seq } : null;
  }

  const unusedId = (id: string | null): string | null =>
    [...sessions.values()].some((session) => session.id === id) ? null : id;

  for (const fork of found.values()) {
    if (!fork.base) continue;
    const base = baseOf(fork);
    sessions.set(fork.key, { ...fork, base, isBaseUnknown: base === null });
  }
  for (const { base } of sessions.values()) {
    const origin = base ? sessions.get(base.key) : undefined;
    // If the end of a session is known, no fork can begin behind it.
    if (base && origin && origin.lastSeq >= base.seq) origin.neededTo = Math.max(origin.neededTo, base.seq);
  }
  return sessions;
}

/** The base session's id, from the list row of the fork. */
function idOfBase(row: KnownSession["row"]): string | null {
  try {
    const { fork } = JSON.parse(String(row?.summary));
    return typeof fork?.session === "string" ? fork.session : null;
  } catch {
    return null;
  }
}
