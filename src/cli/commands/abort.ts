// `skein abort`: stops the running turn and says when it has stopped; the session stays, and what waits is held or withdrawn.
import { type Client, type CommandAnswer, type ListedSession, ProblemError } from "../../client/index.ts";
import { defineCommand } from "../command.ts";
import { parseDurationMs } from "../duration.ts";
import { exitCodes } from "../exit-codes.ts";
import { promptFacts, promptLines } from "../render/prompt-lines.ts";
import { displayName, referenceOf } from "../render/session-name.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";

const PATIENCE_MS = 30_000;

export const command = defineCommand({
  name: "abort",
  aliases: [],
  group: "WORK",
  summary: "Stop the current turn, keep the session",
  usage: "abort [session]",
  details: [
    "What is queued is held until you let it go (skein queue <session> release); what you send meanwhile goes alone. --clear withdraws it.",
    '--json prints {"v":1,"session","ran","aborted","withdrawn","queued","paused","turn","prompts"}: ran says whether a turn was running,',
    "prompts are those that --clear withdrew.",
  ],
  effect: "acts",
  flags: {
    ...lastFlag,
    clear: { type: "boolean", summary: "Withdraw what is queued, too" },
    timeout: { type: "string", value: "30s", summary: "Stop waiting for the end after this long" },
  },
  maxPositionals: 1,
  async run(context) {
    const { io, flags, say, printJson } = context;
    const timeoutMs = flags.timeout === undefined ? PATIENCE_MS : parseDurationMs(flags.timeout, "--timeout");
    const client = await context.client({ confirms: true });
    const session = await findSession(client, sessionArgument(context, flags.last).ref, context);
    const name = displayName(session);
    const before = flags.clear ? (await client.queue(session.id)).items : [];
    const answer = await interrupt(client, session, flags.clear);
    const { awaitTurnEnd } = await import("../session/await-event.ts");
    const ran = answer?.outcome.ran === true;
    const turn = ran
      ? await awaitTurnEnd(client, { session, turn: String(answer.outcome.turn), after: session.head, io, timeoutMs })
      : null;
    const withdrawn = Number(answer?.outcome.withdrawn ?? 0);
    const { items, paused } = await client.queue(session.id);
    const queued = items.length;
    const aborted = turn?.reason === "interrupted";
    const gone = before.filter((one) => !items.some(({ promptId }) => promptId === one.promptId));
    const prompts = promptFacts(gone);
    if (flags.json) printJson({ v: 1, session: session.id, ran, aborted, withdrawn, queued, paused, turn, prompts });
    say(
      [
        turn === null
          ? `nothing to stop: no turn of ${name} is running`
          : aborted
            ? `stopped the turn of ${name}`
            : `${name} had finished already (${turn.reason})`,
        ...(withdrawn > 0 ? [`${withdrawn} queued ${withdrawn === 1 ? "prompt" : "prompts"} withdrawn`] : []),
        ...(queued > 0 && paused
          ? [`${queued} queued, held: let go with: skein queue ${referenceOf(session)} release`]
          : []),
      ].join("; "),
    );
    for (const line of promptLines(gone)) say(line);
    return exitCodes.ok.code;
  },
});

/** Null when there was nothing to stop and nothing to clear. */
async function interrupt(client: Client, session: ListedSession, clear: boolean): Promise<CommandAnswer | null> {
  try {
    return await client.interrupt(session.id, clear ? { clear } : {});
  } catch (error) {
    if (error instanceof ProblemError && error.code === "turn_not_running") return null;
    throw error;
  }
}
