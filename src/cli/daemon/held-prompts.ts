// The queued prompts of all sessions when every agent is ended: they are held, and the text says how to release them.
import type { Client, ListedSession, PromptItem } from "../../client/index.ts";
import { keptLines } from "../batch/work-in-progress.ts";
import type { Context } from "../command.ts";
import { promptFacts } from "../render/prompt-lines.ts";
import { displayName } from "../render/session-name.ts";
import { referenceTo } from "../session/reference.ts";

export interface HeldPrompts {
  readonly session: ListedSession;
  readonly ref: string;
  readonly queued: readonly PromptItem[];
}

/** Must be called before the daemon ends. */
export async function heldPrompts(client: Client, where: Pick<Context, "io" | "cwd">): Promise<HeldPrompts[]> {
  const waiting = (await client.sessions()).filter(({ queued }) => queued > 0);
  const found = waiting.map(async (session) => {
    const [{ items: queued }, ref] = await Promise.all([client.queue(session.id), referenceTo(client, session, where)]);
    return { session, ref, queued };
  });
  return (await Promise.all(found)).filter(({ queued }) => queued.length > 0);
}

export const heldLines = (held: readonly HeldPrompts[]): string[] =>
  held.flatMap(({ session, ref, queued }) => {
    const [first, ...rest] = keptLines(ref, { turn: null, tasks: [], withdrawn: [], queued });
    return [`${displayName(session)}: ${first}`, ...rest];
  });

export const heldFacts = (held: readonly HeldPrompts[]): object[] =>
  held.map(({ session: { id, name }, queued }) => ({ session: id, name, queued: promptFacts(queued) }));
