// Finds the ids of sessions. If the row is lost, the first event proves the id (except in a fork), because it is chained to it; and
// the receipt of a prompt says in which session and at which seq the prompt is.
import { genesis, sameChain } from "../../chain.ts";
import type { Row } from "../database-file/tables.ts";
import { isFirstOf } from "./choose.ts";
import type { Staging } from "./staging.ts";

interface PromptPlace {
  promptId: string;
  session: string;
  seq: number;
}

export function openIdentities(staging: Staging, sessionIds: readonly string[]) {
  const mentioned = new Set([...idsIn(staging), ...sessionIds]);
  return {
    /** The id of a session from its row, which has it twice. */
    ofRow(row: Row): string | null {
      const said = [row.id, typeof row.summary === "string" ? fieldOf(row.summary, "id") : null];
      const ids = [...new Set(said.filter((id) => typeof id === "string"))];
      const isProven = (id: string): boolean => sameChain(genesis(id), row.first_chain as Uint8Array);
      return ids.find(isProven) ?? ids.find((id) => mentioned.has(id)) ?? ids[0] ?? null;
    },
    /** The id of a session without a row; `taken` are the ids of the others. */
    ofEvents(key: number, taken: ReadonlySet<string>): string | null {
      const firsts = staging.candidatesAt(key, 1);
      for (const id of mentioned) if (!taken.has(id) && firsts.some((first) => isFirstOf(id, first))) return id;
      for (const place of promptPlaces(staging))
        if (!taken.has(place.session) && hasPrompt(staging, key, place)) return place.session;
      return null;
    },
  };
}

const hasPrompt = (staging: Staging, key: number, { promptId, seq }: PromptPlace): boolean =>
  staging.candidatesAt(key, seq).some(({ data }) => fieldOf(data, "promptId") === promptId);

/** A prompt's id is the id of its command, and the recorded answer says where it is. */
function* promptPlaces(staging: Staging): Iterable<PromptPlace> {
  for (const { row } of staging.rows("receipts")) {
    const { command, session, answer } = row;
    const seq = typeof answer === "string" ? fieldOf(answer, "seq") : null;
    if (typeof command === "string" && typeof session === "string" && typeof seq === "number" && seq > 0)
      yield { promptId: command, session, seq };
  }
}

function idsIn(staging: Staging): Set<string> {
  const ids = new Set<string>();
  for (const { row } of staging.rows("receipts")) if (typeof row.session === "string") ids.add(row.session);
  for (const { row } of staging.rows("workspaces"))
    if (typeof row.active_session === "string") ids.add(row.active_session);
  return ids;
}

/** A field of a JSON object; null if the text is not one. */
export function fieldOf(json: string, name: string): unknown {
  try {
    return JSON.parse(json)?.[name] ?? null;
  } catch {
    return null;
  }
}
