// Moves one session to the trash, for `delete` or `prune`, and reports what went with it.
import type { Client, ListedSession } from "../../client/index.ts";
import type { Shown } from "../../core/index.ts";
import { promptLines } from "../render/prompt-lines.ts";
import { displayName } from "../render/session-name.ts";
import { pluralize } from "../text/numbers.ts";
import type { Done } from "./batch.ts";
import { endedBy, endedFacts, inTurn } from "./work-in-progress.ts";

export async function trash(
  client: Client,
  session: ListedSession,
  how: { batch: string; force: boolean; expect: Shown | undefined },
): Promise<Done> {
  const answer = await client.trash(session.id, how);
  const ended = await endedBy(client, answer);
  const { turn, queued } = ended;
  return {
    text: `deleted ${displayName(session)}${turn === null ? "" : `, stopped${inTurn(ended)}`}`,
    lines: queued.length > 0 ? [`${pluralize(queued.length, "queued prompt")} with it:`, ...promptLines(queued)] : [],
    facts: { deleted: true, until: answer.outcome.until, batch: how.batch, ...endedFacts(ended) },
  };
}
