// `skein abort`: stops the running turn and waits until it has stopped. The session stays, and the queue is held or cancelled. If no turn runs, it
// stops background tasks.
import { type Client, type CommandAnswer, type ListedSession, ProblemError } from "../../client/index.ts";
import { tasksIn, workOf } from "../batch/work-in-progress.ts";
import { defineCommand } from "../command.ts";
import { parseDurationMs } from "../duration.ts";
import { exitCodes } from "../exit-codes.ts";
import { type EndedTask, taskFacts, taskNames } from "../render/background.ts";
import { promptFacts, promptLines } from "../render/prompt-lines.ts";
import { displayName } from "../render/session-name.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";
import { referenceTo } from "../session/reference.ts";
import { pluralize } from "../text/numbers.ts";
import { safeLine } from "../text/safe-text.ts";

const PATIENCE_MS = 30_000;

export const command = defineCommand({
  name: "abort",
  aliases: [],
  group: "WORK",
  summary: "Stop the running turn; the session stays",
  usage: "abort [session]",
  details: [
    "The queue is held until you release it (skein queue <session> release); a prompt that you send meanwhile goes alone",
    "(exceptions: skein help queue). --clear cancels the queue.",
    "It also holds a prompt that has not begun yet, and a session that would resume when its quota is back.",
    "Background tasks continue when the turn stops. If no turn runs, abort stops the tasks, if the agent supports it (Claude Code); skein",
    "restart ends them with the agent's process.",
    '--json prints {"v":1,"session","ran","aborted","withdrawn","queued","paused","turn","prompts","tasks","endsTasks"}: ran = a turn was',
    "running, prompts = cancelled by --clear, tasks = in the background, endsTasks = the agent was asked to end them.",
  ],
  effect: "acts",
  flags: {
    ...lastFlag,
    clear: { type: "boolean", summary: "Also cancel queued prompts" },
    timeout: { type: "string", value: "30s", summary: "How long to wait for the end" },
  },
  maxPositionals: 1,
  async run(context) {
    const { io, flags, say, printJson } = context;
    const timeoutMs = flags.timeout === undefined ? PATIENCE_MS : parseDurationMs(flags.timeout, "--timeout");
    const client = await context.client({ confirms: true });
    const session = await findSession(client, sessionArgument(context, flags.last).ref, context);
    const [name, ref] = [displayName(session), await referenceTo(client, session, context)];
    const before = flags.clear ? (await client.queue(session.id)).items : [];
    const answer = await interrupt(client, session, flags.clear);
    const { awaitTurnEnd } = await import("../wait/await-event.ts");
    const ran = answer?.outcome.ran === true;
    const stopped = ran
      ? await awaitTurnEnd(client, {
          session,
          ref,
          turn: String(answer.outcome.turn),
          after: session.head,
          io,
          timeoutMs,
        })
      : null;
    const turn = stopped?.end ?? null;
    const tasks = answer ? tasksIn(answer.outcome) : (await workOf(client, session)).tasks;
    const endsTasks = answer?.outcome.endsTasks === true;
    const withdrawn = Number(answer?.outcome.withdrawn ?? 0);
    const { items, paused } = await client.queue(session.id);
    const queued = items.length;
    const aborted = turn?.reason === "interrupted";
    const gone = before.filter((one) => !items.some(({ promptId }) => promptId === one.promptId));
    const prompts = promptFacts(gone);
    const said = { ran, aborted, withdrawn, queued, paused, turn, prompts, tasks: taskFacts(tasks), endsTasks };
    if (flags.json) printJson({ v: 1, session: session.id, ...said });
    say(
      [
        turn !== null
          ? aborted
            ? `stopped the turn of ${name}`
            : `${name} had finished already (${turn.reason})`
          : endsTasks
            ? `asked ${name} to end ${taskNames(tasks)}`
            : answer?.outcome.state === "held"
              ? notBegun(name, ref, queued + withdrawn)
              : `nothing to stop: no turn of ${name} is running`,
        ...(tasks.length > 0 && !endsTasks ? [goesOn(ref, tasks, answer?.outcome.canEndTasks === true)] : []),
        ...(withdrawn > 0 ? [`${pluralize(withdrawn, "queued prompt")} withdrawn`] : []),
        ...(queued > 0 && paused
          ? [`${pluralize(queued, "queued prompt")} held; release with: skein queue ${ref} release`]
          : []),
      ].join("; "),
    );
    for (const line of promptLines(gone)) say(line);
    for (const doubt of stopped?.doubts ?? []) say(safeLine(doubt));
    return exitCodes.ok.code;
  },
});

/** Without a queue, the session would have resumed when its quota was back. */
const notBegun = (name: string, ref: string, prompts: number): string =>
  prompts > 0
    ? `no turn of ${name} had begun`
    : `${name} will not resume when its quota is back; release with: skein queue ${ref} release`;

/** What abort does not stop, and how to end it. */
function goesOn(ref: string, tasks: readonly EndedTask[], canEnd: boolean): string {
  const how = canEnd ? `skein abort ${ref} again, or skein restart ${ref}` : `skein restart ${ref}`;
  return `${taskNames(tasks)} ${tasks.length === 1 ? "continues" : "continue"}; to end: ${how}`;
}

/** Null if there was nothing to stop or to clear. */
async function interrupt(client: Client, session: ListedSession, clear: boolean): Promise<CommandAnswer | null> {
  try {
    return await client.interrupt(session.id, clear ? { clear } : {});
  } catch (error) {
    if (error instanceof ProblemError && error.code === "turn_not_running") return null;
    throw error;
  }
}
