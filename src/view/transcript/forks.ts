// Forks in a transcript: at the end of the turn where a session was forked, and where it was itself forked from another one.
import { sessionLabel } from "../session-label.ts";

type Labelled = Parameters<typeof sessionLabel>[0];

interface Row extends Labelled {
  readonly id: string;
  readonly fork?: { readonly session: string; readonly seq: number };
}

export interface ForkLink {
  readonly kind: "fork" | "base";
  readonly session: string;
  /** The event to show there; null for its end. */
  readonly at: number | null;
  readonly label: string;
}

/** By the event at which a fork begins: the last one that both sessions have. */
export function forkLinks(rows: readonly Row[], session: string): ReadonlyMap<number, readonly ForkLink[]> {
  const links = new Map<number, ForkLink[]>();
  const add = (seq: number, link: ForkLink): void => void links.set(seq, [...(links.get(seq) ?? []), link]);
  for (const row of rows) {
    const { id, fork } = row;
    if (fork?.session === session) add(fork.seq, { kind: "fork", session: id, at: null, label: sessionLabel(row) });
    if (id !== session || !fork) continue;
    const base = rows.find((other) => other.id === fork.session);
    const label = base ? sessionLabel(base) : fork.session.slice(0, 8);
    add(fork.seq, { kind: "base", session: fork.session, at: fork.seq, label });
  }
  return links;
}
