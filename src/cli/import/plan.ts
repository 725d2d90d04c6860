// What an import from another program would do: each of its sessions compared with what is here.
import { type Client, ProblemError } from "../../client/index.ts";
import { type ForeignSession, type ForeignSystem, type Survey, sessionIdFor, type Taken } from "../../foreign/index.ts";
import type { SessionDetail } from "../../protocol/index.ts";
import { messageOf } from "../../system/index.ts";

/** The session as it is here: its last event, and up to where it was imported. */
export interface Here {
  head: number;
  taken: Taken;
}

export type Planned = {
  /** Its id in the other program. */
  foreignId: string;
  /** Its id here. */
  id: string;
  title: string | null;
} & (
  | { kind: "take"; survey: Survey; here: Here | null }
  | { kind: "nothing new" }
  | { kind: "left"; why: string }
  | { kind: "unreadable"; why: string }
);

export async function planFor(client: Client, system: ForeignSystem, session: ForeignSession): Promise<Planned> {
  const id = sessionIdFor(system.name, session.id);
  const names = { foreignId: session.id, id };
  const detail = await client.session(id).catch(absent);
  const title = detail?.session.title ?? null;
  const taken = detail && takenOf(detail, { system: system.name, id: session.id });
  if (detail && !taken) return { ...names, title, kind: "left", why: "another session has its id here" };
  try {
    const survey = await session.survey(taken);
    const planned = { ...names, title: survey.title ?? title };
    if (detail?.state.lifecycle.trashed) return { ...planned, kind: "left", why: "it is in the trash here" };
    if (survey.isCut)
      return {
        ...planned,
        kind: "left",
        why: `what was imported last is not in ${system.title} any more, so nothing tells what is new`,
      };
    const { records, waiting } = survey.counts;
    if (detail && records === 0 && waiting === 0) return { ...planned, kind: "nothing new" };
    if (detail && wasContinued(detail))
      return { ...planned, kind: "left", why: "it was continued both there and here" };
    if (!detail && !survey.directory?.startsWith("/"))
      return { ...planned, kind: "left", why: "nothing tells in which directory its agent worked" };
    return { ...planned, kind: "take", survey, here: detail && taken ? { head: detail.session.head, taken } : null };
  } catch (error) {
    return { ...names, title, kind: "unreadable", why: messageOf(error) };
  }
}

function takenOf({ session, state }: SessionDetail, { system, id }: { system: string; id: string }): Taken | null {
  const { external } = state.lifecycle;
  if (external?.system !== system || external.id !== id) return null;
  return { position: external.taken, turns: state.turn.count, title: session.title };
}

const wasContinued = ({ state: { lifecycle, turn } }: SessionDetail): boolean =>
  lifecycle.phase !== "ended" || (turn.last?.seq ?? 0) > lifecycle.importedSeq;

function absent(error: unknown): null {
  if (error instanceof ProblemError && error.code === "session_not_found") return null;
  throw error;
}
