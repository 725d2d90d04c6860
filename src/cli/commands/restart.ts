// `skein restart`: ends the agent's process; the next prompt goes on with the conversation in another one.
import type { Client, ListedSession } from "../../client/index.ts";
import { defineCommand } from "../command.ts";
import { taskFacts, taskNames } from "../render/background.ts";
import { displayName } from "../render/session-name.ts";
import { atStake, inTurn, tasksIn } from "../session/at-stake.ts";
import { chooseSessions, manyFlags } from "../session/choose-sessions.ts";
import { forEachSession } from "../session/each-session.ts";
import { referenceTo } from "../session/reference.ts";

export const command = defineCommand({
  name: "restart",
  aliases: [],
  group: "WORK",
  summary: "Start the agent's process anew, go on with the conversation",
  usage: "restart <session>…",
  details: [
    "A turn that runs is interrupted, and what works in the background ends; what waits in the queue goes to the new process, unless it is held. For a changed login, a new version of the agent,",
    "or one that hangs. With a filter instead of names the list is shown first.",
  ],
  examples: ["skein restart api", "skein restart --agent claude"],
  effect: "acts",
  flags: manyFlags,
  maxPositionals: Number.POSITIVE_INFINITY,
  async run(context) {
    const chosen = await chooseSessions(context, { usage: "restart <session>…" });
    const client = await context.client();
    return forEachSession(context, chosen, {
      verb: "restart",
      preview: atStake(client),
      async carryOut(session) {
        const { outcome } = await client.restart(session.id);
        const hadProcess = outcome.wasRunning === true;
        const turn = typeof outcome.turn === "string" ? outcome.turn : null;
        const queued = Array.isArray(outcome.queued) ? (outcome.queued as string[]) : [];
        const tasks = tasksIn(outcome);
        const held = await heldOf(client, session, queued);
        const going = queued.length - held.length;
        const next = going > 0 ? `what is queued (${going})` : "the next prompt";
        const what = hadProcess
          ? `its process ends${inTurn({ turn })}; ${next} starts another one`
          : `it has no process; ${next} starts one`;
        const release = `skein queue ${await referenceTo(client, session, context)} release${going > 0 ? " <n>" : ""}`;
        const kept = held.length > 0 ? `; ${held.length} held, let go with: ${release}` : "";
        return {
          text: `${displayName(session)}: ${what}${kept}`,
          lines: tasks.length > 0 ? [`ends with it: ${taskNames(tasks)}`] : [],
          facts: { hadProcess, turn, tasks: taskFacts(tasks), queued, held },
        };
      },
    });
  },
});

/** Those that wait until a person lets them go. */
async function heldOf(client: Client, session: ListedSession, queued: readonly string[]): Promise<string[]> {
  if (queued.length === 0) return [];
  const { items, paused } = await client.queue(session.id);
  const held = items.filter((item) => paused || item.held).map(({ promptId }) => promptId);
  return queued.filter((promptId) => held.includes(promptId));
}
