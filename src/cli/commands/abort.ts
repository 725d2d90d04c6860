// `skein abort`: stops the running turn and says when it has stopped; the session stays.
import { ProblemError } from "../../client/index.ts";
import { defineCommand } from "../command.ts";
import { parseDurationMs } from "../duration.ts";
import { exitCodes } from "../exit-codes.ts";
import { displayName } from "../render/session-name.ts";
import { findSession, sessionArgument } from "../session/find-session.ts";

const PATIENCE_MS = 30_000;

export const command = defineCommand({
  name: "abort",
  aliases: [],
  group: "WORK",
  summary: "Stop the current turn, keep the session",
  usage: "abort [session]",
  details: ["What is queued is held back until the next prompt is sent."],
  flags: { timeout: { type: "string", value: "30s", summary: "Stop waiting for the end after this long" } },
  maxPositionals: 1,
  async run(context) {
    const { io, flags, cwd, say, printJson } = context;
    const timeoutMs = flags.timeout === undefined ? PATIENCE_MS : parseDurationMs(flags.timeout, "--timeout");
    const client = await context.client();
    const session = await findSession(client, sessionArgument(context).ref, cwd);
    const name = displayName(session);
    const answer = await client.interrupt(session.id).catch((error) => {
      if (error instanceof ProblemError && error.code === "turn_not_running") return null;
      throw error;
    });
    if (answer === null) {
      if (flags.json) printJson({ v: 1, session: session.id, aborted: false });
      say(`nothing to stop: no turn of ${name} is running`);
      return exitCodes.ok.code;
    }
    const { awaitTurnEnd } = await import("../session/await-event.ts");
    const turn = String(answer.outcome.turn);
    const end = await awaitTurnEnd(client, { session, turn, after: session.head, io, timeoutMs });
    if (flags.json) printJson({ v: 1, session: session.id, aborted: end.reason === "interrupted", turn: end });
    const { state } = await client.session(session.id);
    const held = state.prompt.queue.length;
    const note = held > 0 && state.prompt.paused ? `; ${held} queued, held until you send something` : "";
    say(
      end.reason === "interrupted"
        ? `aborted: ${name} has stopped${note}`
        : `${name} had finished already (${end.reason})`,
    );
    return exitCodes.ok.code;
  },
});
