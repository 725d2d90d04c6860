// `skein kill`: ends a session's process and everything that it started, and waits until it is gone. The history stays.
import { type Client, type ListedSession, ProblemError } from "../../client/index.ts";
import type { Shown } from "../../core/index.ts";
import { type Done, forEachSession } from "../batch/batch.ts";
import { chooseSessions, manyFlags } from "../batch/choose-sessions.ts";
import { atStake, endedBy, endedFacts, inTurn, keptLines } from "../batch/work-in-progress.ts";
import { type Context, defineCommand } from "../command.ts";
import { explain } from "../explain.ts";
import { Failure } from "../failure.ts";
import { displayName } from "../render/session-name.ts";
import { sessionArguments } from "../session/find-session.ts";
import { referenceTo } from "../session/reference.ts";
import { safeLine } from "../text/safe-text.ts";

const PATIENCE_MS = 30_000;

/** No daemon answers, or it can't read or write its log. */
const isOutOfReach = ({ code, cause }: Failure): boolean =>
  code === "daemon_unreachable" || (cause instanceof ProblemError && ["fenced", "internal"].includes(code));

export const command = defineCommand({
  name: "kill",
  aliases: ["stop"],
  group: "WORK",
  summary: "End the agent's process, keep the history",
  usage: "kill <session>…",
  details: [
    "It ends the whole process, also under its alias stop. To stop only the running turn, as Esc does in an open session: skein abort.",
    "The next prompt opens the session again in the same conversation. Queued prompts are kept, each one held until you release it (skein",
    "queue <session> release). With a filter instead of names the list is shown first, with the turns and background tasks that end and",
    "the queued prompts.",
    "It works even if the log can't be written (a full disk); the end is recorded later. If no daemon answers, the agent is found by its",
    "session's id; by a name, which may belong to another session by now, it asks first.",
    '--json prints {"v":1,"session","stopped","recorded","hadProcess","turn","tasks":[{"kind","title"}],"queued":[{"promptId","text","held"}],"withdrawn","left"}; for several',
    '{"v":1,"sessions":[…]}.',
  ],
  examples: ["skein kill api", "skein kill --status idle --agent demo"],
  effect: "acts",
  flags: manyFlags,
  maxPositionals: Number.POSITIVE_INFINITY,
  async run(context) {
    const { io, typed, flags, isInteractive } = context;
    const chosen = await chooseSessions(context, { usage: "kill <session>…" }).catch((error: unknown) =>
      explain(error),
    );
    if (chosen instanceof Failure) {
      if (!isOutOfReach(chosen)) throw chosen;
      const { killUnreached } = await import("../daemon/kill-unreached.ts");
      return killUnreached(context, sessionArguments(context, flags.last), chosen);
    }
    const client = await context.client();
    if (typed.word === "stop" && isInteractive && !flags.quiet)
      io.stderr.write(
        "stop is an alias of kill: it ends the agent's process; to stop only the running turn: skein abort\n",
      );
    return forEachSession(context, chosen, {
      verb: "stop",
      preview: atStake(client),
      carryOut: (session, expect) => kill(client, session, { context, expect }),
    });
  },
});

async function kill(
  client: Client,
  session: ListedSession,
  { context, expect }: { context: Context; expect: Shown | undefined },
): Promise<Done> {
  const { io } = context;
  const ref = await referenceTo(client, session, context);
  const answer = await client.stop(session.id, { expect }).catch(async (error: unknown) => {
    const ended = unrecorded(error, session);
    if (ended) return ended;
    const failure = explain(error);
    // The fields that only a daemon could fill are present as well.
    if (expect || !isOutOfReach(failure)) throw error;
    const { endUnreached } = await import("../daemon/kill-unreached.ts");
    return endUnreached(context, session, failure);
  });
  if ("facts" in answer) return answer;
  const { outcome, seq } = answer;
  const hadProcess = outcome.wasRunning === true;
  let left: readonly number[] = [];
  if (hadProcess) {
    const { awaitAgentExit } = await import("../wait/await-event.ts");
    const exit = await awaitAgentExit(client, {
      session,
      ref,
      after: Math.max(0, seq - 1),
      io,
      timeoutMs: PATIENCE_MS,
    });
    left = exit.left ?? [];
  }
  const ended = await endedBy(client, answer);
  const name = displayName(session);
  const what = hadProcess ? `ended the process of ${name}${inTurn(ended)}` : `${name} had no process`;
  return {
    text: `${what}${butNot(left)}; its history stays: skein show ${ref}`,
    lines: keptLines(ref, ended),
    facts: { stopped: true, recorded: true, hadProcess, left, ...endedFacts(ended) },
  };
}

/** The process is gone, though the log could not record it: the command has done its work. */
function unrecorded(error: unknown, session: ListedSession): Done | null {
  const ended = error instanceof ProblemError && error.code === "fenced" ? error.facts.ended : undefined;
  if (!(error instanceof Error) || ended === undefined) return null;
  const { left = [] } = ended as { left?: readonly number[] };
  return {
    text: `ended the process of ${displayName(session)}${butNot(left)}`,
    lines: [safeLine(error.message)],
    facts: { stopped: true, recorded: false, hadProcess: true, left },
  };
}

const butNot = (left: readonly number[]): string =>
  left.length > 0 ? `, but not what belongs to another user: pid ${left.join(", ")}` : "";
