// The turns and background tasks that end when every agent does; queued prompts are not affected.
import type { Client, ListedSession } from "../../client/index.ts";
import { workOf } from "../batch/work-in-progress.ts";
import { taskFacts, taskNames } from "../render/background.ts";
import { displayName } from "../render/session-name.ts";

interface RunningWork {
  readonly session: ListedSession;
  /** As shown to people. */
  readonly name: string;
  readonly what: string;
  readonly turn: string | null;
  readonly tasks: ReturnType<typeof taskFacts>;
  /** The number of prompts queued behind it. */
  readonly queued: number;
}

export async function runningWork(client: Client): Promise<RunningWork[]> {
  const works = (await client.sessions()).map(async (session) => ({ session, ...(await workOf(client, session)) }));
  return (await Promise.all(works)).flatMap(({ session, turn, tasks, queued }) => {
    const parts = [...(turn === null ? [] : [`turn ${turn}`]), ...(tasks.length > 0 ? [taskNames(tasks)] : [])];
    if (parts.length === 0) return [];
    const what = parts.join(" and ");
    return [{ session, name: displayName(session), what, turn, tasks: taskFacts(tasks), queued: queued.length }];
  });
}
