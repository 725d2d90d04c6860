// `skein restart`: ends the agent's process; the next prompt continues the conversation in a new one.
import type { Client, ListedSession, PromptItem } from "../../client/index.ts";
import { forEachSession } from "../batch/batch.ts";
import { chooseSessions, manyFlags } from "../batch/choose-sessions.ts";
import { atStake, inTurn, tasksIn } from "../batch/work-in-progress.ts";
import { defineCommand } from "../command.ts";
import { Failure, usageFailure } from "../failure.ts";
import { taskFacts, taskNames } from "../render/background.ts";
import { displayName } from "../render/session-name.ts";
import { hasTerminal, namesOf, type Renewal, renewEnvironment } from "../session/environment.ts";
import { referenceTo } from "../session/reference.ts";
import { pluralize } from "../text/numbers.ts";

export const command = defineCommand({
  name: "restart",
  aliases: [],
  group: "WORK",
  summary: "Restart the agent's process; the conversation continues",
  usage: "restart <session>…",
  details: [
    "The running turn stops, and background tasks end; queued prompts go to the new process, unless they are held. Use it after a login",
    "or an update of the agent, or when it hangs. With a filter instead of names the list is shown first.",
    "In a terminal, a session that you name gets the environment of this shell (keys, PATH …). Without a terminal, or with a filter,",
    "sessions keep theirs, unless --env says otherwise. skein show prints the age of the environment and what differs. Agents can't",
    "change it.",
  ],
  examples: ["skein restart api", "skein restart --agent claude", "skein restart --agent claude --env renew"],
  effect: "acts",
  flags: {
    ...manyFlags,
    env: {
      type: "string",
      value: "renew | keep",
      summary: "renew = this shell's environment, keep = the session's own",
    },
  },
  maxPositionals: Number.POSITIVE_INFINITY,
  async run(context) {
    const { io, flags } = context;
    if (flags.env !== undefined && flags.env !== "renew" && flags.env !== "keep")
      throw usageFailure(`--env can't be "${flags.env}"`, "write --env renew or --env keep");
    const chosen = await chooseSessions(context, { usage: "restart <session>…" });
    const client = await context.client({ confirms: true });
    const isRenewed = flags.env === undefined ? hasTerminal(io) && !chosen.isBulk : flags.env === "renew";
    return forEachSession(context, chosen, {
      verb: "restart",
      preview: atStake(client),
      async carryOut(session, expect) {
        // Before the next process is started.
        const renewal = isRenewed ? await renewEnvironment(client, session, { io, expect }) : null;
        if (renewal === "refused" && flags.env === "renew") throw notRenewed(session);
        const { outcome } = await client.restart(session.id, { expect });
        const hadProcess = outcome.wasRunning === true;
        const turn = typeof outcome.turn === "string" ? outcome.turn : null;
        const queued = Array.isArray(outcome.queued) ? (outcome.queued as string[]) : [];
        const tasks = tasksIn(outcome);
        const { held, later } = await waitingOf(client, session, { queued, nowMs: io.now() });
        const going = queued.length - held.length - later.length;
        const next = going > 0 ? `the next queued prompt (of ${going})` : "the next prompt";
        const what = hadProcess
          ? `ended the process of ${displayName(session)}${inTurn({ turn })}; ${next} starts a new one`
          : `${displayName(session)} had no process; ${next} starts one`;
        const release = `skein queue ${await referenceTo(client, session, context)} release${going > 0 ? " <n>" : ""}`;
        const kept =
          held.length > 0 ? `; ${pluralize(held.length, "queued prompt")} held; release with: ${release}` : "";
        const timed = later.length > 0 ? `; ${later.length} for a later time` : "";
        const environment = renewal === null || renewal === "refused" ? {} : { environment: renewal };
        return {
          text: `${what}${renewalText(renewal)}${timed}${kept}`,
          lines: tasks.length > 0 ? [`ends with it: ${taskNames(tasks)}`] : [],
          facts: { hadProcess, turn, tasks: taskFacts(tasks), queued, held, ...environment },
        };
      },
    });
  },
});

function renewalText(renewal: Renewal | null): string {
  if (renewal === "refused") return "; its environment stays as it was: only a person can renew it";
  if (renewal === null || renewal.differs.length === 0) return "";
  return `, with this shell's environment (changed: ${namesOf(renewal.differs)})`;
}

const notRenewed = (session: ListedSession): Failure =>
  new Failure(`the environment of ${displayName(session)} was not renewed: only a person can change it`, {
    exit: "denied",
    code: "self_approval",
    fix: "do it yourself, in a terminal that no agent has started",
  });

interface Waiting {
  /** Held until a person releases them. */
  readonly held: string[];
  /** Scheduled for later. */
  readonly later: string[];
}

/** The queued prompts that do not go to the next process at once. */
async function waitingOf(
  client: Client,
  session: ListedSession,
  { queued, nowMs }: { queued: readonly string[]; nowMs: number },
): Promise<Waiting> {
  if (queued.length === 0) return { held: [], later: [] };
  const { items, paused } = await client.queue(session.id);
  const own = items.filter(({ promptId }) => queued.includes(promptId));
  const isHeld = (item: PromptItem) => paused || item.held;
  const isLater = ({ notBefore }: PromptItem) => Date.parse(notBefore ?? "") > nowMs;
  const ids = (some: readonly PromptItem[]) => some.map(({ promptId }) => promptId);
  return { held: ids(own.filter(isHeld)), later: ids(own.filter((item) => !isHeld(item) && isLater(item))) };
}
