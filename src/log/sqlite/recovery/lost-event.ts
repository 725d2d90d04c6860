// The event that replaces a lost one: seqs stay contiguous, and people see that something is missing.
import type { By, DataOf, Summary } from "../../../core/index.ts";
import type { EventText } from "../../event-line.ts";
import type { KnownSession } from "./known-session.ts";

const by: By = { kind: "daemon" };

interface Lost {
  seq: number;
  at: string;
  /** The first seq of the gap; `to` is the last. */
  from: number;
  to: number;
}

export function lostEvent(session: KnownSession, { seq, at, from, to }: Lost): EventText {
  const start = seq === session.firstSeq ? startOf(session) : null;
  const which = from === to ? `Event ${from} was` : `Events ${from} to ${to} were`;
  const text = `${which} lost: the database was damaged, and no backup had ${from === to ? "it" : "them"}.`;
  const lost: DataOf<"lost"> = { text, from, to };
  const [type, data] = start ? ["session_start", start] : ["lost", lost];
  return { seq, at, type, by: JSON.stringify(by), data: JSON.stringify(data) };
}

/** A lost first event is made again from the list row, which has the session's agent, directory and fork. */
function startOf({ row, firstSeq }: KnownSession): DataOf<"session_start"> | null {
  if (typeof row?.summary !== "string") return null;
  try {
    const { agent, workspace, name, fork } = JSON.parse(row.summary);
    const { id, path } = workspace;
    if (![agent, id, path].every((text) => typeof text === "string")) return null;
    const start = { agent, workspace: { id, path }, name: typeof name === "string" ? name : null, resumed: true };
    // The agent's own mark was only in the lost event.
    return isForkBefore(fork, firstSeq) ? { ...start, fork: { ...fork, native: null } } : start;
  } catch {
    return null;
  }
}

const isForkBefore = (fork: unknown, firstSeq: number): fork is NonNullable<Summary["fork"]> => {
  const { session, seq, turn } = (fork ?? {}) as Partial<Record<string, unknown>>;
  return typeof session === "string" && seq === firstSeq - 1 && (turn === null || typeof turn === "string");
};
