// Forks in a log that can be damaged, as the daemon makes them: the first event of each says what it was branched off from.
import { type Event, initialState, reduce, type SessionState, summaryOf } from "../../../src/core/index.ts";
import { type Log, openSqliteLog } from "../../../src/log/index.ts";
import { idOf, markOf, type Scene } from "./scene.ts";

const AT = "2026-05-04T11:00:00.000Z";

export interface Branch {
  /** The nth session, which is new. */
  n: number;
  of: number;
  at: number;
  /** How many of its own. */
  events: number;
}

/** Adds forks to what is there; the log is closed again, and its witness has seen everything. */
export async function branch(scene: Scene, branches: readonly Branch[]): Promise<void> {
  const log = openSqliteLog({ ...scene.places, now: () => AT });
  for (const one of branches) await addFork(log, one);
  const { epoch } = log;
  const lastCommit = log.lastCommit();
  await log.close();
  scene.witness(epoch, lastCommit);
}

async function addFork(log: Log, { n, of, at, events: count }: Branch): Promise<void> {
  const [session, parent] = [idOf(n), idOf(of)];
  const inherited = log
    .read({ session: parent, after: 0, limit: at })
    .events.map(({ line }) => JSON.parse(line) as Event);
  const fork = { session: parent, seq: at, turn: null, native: null };
  const start = {
    agent: "demo",
    workspace: { id: "w9", path: "/work/9" },
    name: `fork-${n}`,
    resumed: false,
    fork,
  };
  const prompt = { promptId: `prompt-${n}`, text: markOf(session, at + 2), title: "look" };
  const events = Array.from({ length: count }, (_, index): Event => {
    const seq = at + 1 + index;
    const place = { session, seq, at: AT };
    if (index === 0) return { ...place, type: "session_start", by: { kind: "client" }, data: start };
    if (index === 1) return { ...place, type: "prompt_queued", by: { kind: "client" }, data: prompt };
    const text = `${markOf(session, seq)}${"y".repeat(200)}`;
    return { ...place, type: "agent_message", by: { kind: "agent" }, data: { messageId: `m${seq}`, text } };
  });
  const state = [...inherited, ...events].reduce<SessionState>(reduce, initialState);
  const answer = JSON.stringify({ id: `prompt-${n}`, session, seq: at + 2, outcome: "queued" });
  await log.append({
    session,
    base: { session: parent, seq: at },
    events,
    summary: summaryOf(session, state),
    isBusy: true,
    receipt: { command: `prompt-${n}`, session, bodyHash: "h", answer },
  });
}

/** The whole log of every session as readers get it: who wrote each event, its seq, and `lost` for those that are. */
export async function histories(scene: Scene): Promise<Map<string, string[]>> {
  const log = scene.open();
  try {
    return new Map(
      log.sessionIds({}).map((id) => {
        const { events } = log.read({ session: id, after: 0, limit: 100_000 });
        return [
          id,
          events.map(({ session, seq, type }) => `${session.slice(0, 8)}:${seq}${type === "lost" ? " lost" : ""}`),
        ];
      }),
    );
  } finally {
    await log.close();
  }
}

/** The history of a session from its parts, each `[nth session, from, to]`. */
export const historyOf = (...parts: [n: number, from: number, to: number, isLost?: "lost"][]): string[] =>
  parts.flatMap(([n, from, to, isLost]) =>
    Array.from(
      { length: to - from + 1 },
      (_, index) => `${idOf(n).slice(0, 8)}:${from + index}${isLost ? " lost" : ""}`,
    ),
  );
