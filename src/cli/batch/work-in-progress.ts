// What ends or waits when a session is stopped, archived or deleted: shown before a batch, and reported for each session afterwards.
import type { Client, CommandAnswer, ListedSession, PromptItem } from "../../client/index.ts";
import { type EndedTask, taskFacts, taskNames } from "../render/background.ts";
import { promptFacts, promptLines } from "../render/prompt-lines.ts";
import { displayName } from "../render/session-name.ts";
import { pluralize } from "../text/numbers.ts";

/** The running turn of a session, its background tasks, and its queue. */
export async function workOf(client: Client, session: ListedSession): Promise<Omit<Ended, "withdrawn">> {
  const { status, reason } = session;
  const isAtWork =
    status === "running" || status === "starting" || (status === "waiting" && reason.code !== "finished");
  if (!isAtWork && session.queued === 0 && !session.background) return { turn: null, tasks: [], queued: [] };
  const [{ state }, { items }] = await Promise.all([client.session(session.id), client.queue(session.id)]);
  return { turn: state.turn.open?.turn ?? null, tasks: state.task.running, queued: items };
}

/** Lines about a session that is busy or has queued prompts. */
export const atStake =
  (client: Client) =>
  async (session: ListedSession): Promise<string[]> => {
    const { turn, tasks, queued } = await workOf(client, session);
    const parts = [
      ...(turn === null ? [] : [`turn ${turn} is running`]),
      ...(tasks.length > 0 ? [taskNames(tasks)] : []),
      ...(queued.length > 0 ? [`${pluralize(queued.length, "prompt")} queued`] : []),
    ];
    return parts.length === 0 ? [] : [`${displayName(session)}: ${parts.join(", ")}`, ...promptLines(queued)];
  };

export interface Ended {
  /** The turn that ended with it. */
  readonly turn: string | null;
  /** The background tasks that ended with it. */
  readonly tasks: readonly EndedTask[];
  /** The prompts that are still queued. */
  readonly queued: readonly PromptItem[];
  /** The prompts for that turn only, which were cancelled. */
  readonly withdrawn: readonly string[];
}

/** After the command that ended it. */
export async function endedBy(client: Client, { session, outcome }: CommandAnswer): Promise<Ended> {
  const { turn = null, prompts } = outcome as { turn?: string | null; prompts?: { withdrawn: string[] } };
  const { items } = await client.queue(session);
  return { turn, tasks: tasksIn(outcome), queued: items, withdrawn: prompts?.withdrawn ?? [] };
}

/** The background tasks of an outcome; none from a daemon that does not report them. */
export const tasksIn = ({ tasks }: CommandAnswer["outcome"]): EndedTask[] =>
  Array.isArray(tasks) ? (tasks as EndedTask[]) : [];

/** " in turn t3"; empty if no turn was running. */
export const inTurn = ({ turn }: Pick<Ended, "turn">): string => (turn === null ? "" : ` in turn ${turn}`);

/** Lines below the outcome: the kept prompts, and how to release them. */
export function keptLines(ref: string, { tasks, queued, withdrawn }: Ended): string[] {
  return [
    ...(tasks.length > 0 ? [`ended with it: ${taskNames(tasks)}`] : []),
    ...(queued.length > 0
      ? [
          `${pluralize(queued.length, "queued prompt")} held; release with: skein queue ${ref} release`,
          ...promptLines(queued),
        ]
      : []),
    ...(withdrawn.length > 0
      ? [`${pluralize(withdrawn.length, "prompt")} for that turn cancelled: skein show ${ref}`]
      : []),
  ];
}

export const endedFacts = ({ turn, tasks, queued, withdrawn }: Ended): Record<string, unknown> => ({
  turn,
  tasks: taskFacts(tasks),
  queued: promptFacts(queued),
  withdrawn,
});
