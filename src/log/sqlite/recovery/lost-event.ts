// The event that stands where one was lost, so that seqs stay contiguous and people see that something is missing.
import type { By, DataOf, Summary } from "../../../core/index.ts";
import type { EventText } from "../../event-line.ts";
import type { KnownSession } from "./known-session.ts";

const by: By = { kind: "daemon" };

interface Lost {
  seq: number;
  at: string;
  /** The whole gap. */
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

/** A session that lost its first event is still the session of its agent and directory, and the fork that it was: its list row says which. */
function startOf({ row, firstSeq }: KnownSession): DataOf<"session_start"> | null {
  if (typeof row?.summary !== "string") return null;
  try {
    const { agent, workspace, name, fork } = JSON.parse(row.summary);
    const { id, path } = workspace;
    if (![agent, id, path].every((text) => typeof text === "string")) return null;
    const start = { agent, workspace: { id, path }, name: typeof name === "string" ? name : null, resumed: true };
    // Where in the agent's own conversation it began is lost with the event.
    return isForkBefore(fork, firstSeq) ? { ...start, fork: { ...fork, native: null } } : start;
  } catch {
    return null;
  }
}

const isForkBefore = (fork: unknown, firstSeq: number): fork is NonNullable<Summary["fork"]> => {
  const { session, seq, turn } = (fork ?? {}) as Partial<Record<string, unknown>>;
  return typeof session === "string" && seq === firstSeq - 1 && (turn === null || typeof turn === "string");
};
