// `skein wait`: waits until a session has finished its work, or needs a person.
import { defineCommand } from "../command.ts";
import { parseDurationMs } from "../duration.ts";
import { exitCodes } from "../exit-codes.ts";
import { type EndedTask, taskFacts } from "../render/background.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";
import { referenceTo } from "../session/reference.ts";
import { agentText } from "../text/agent-text.ts";
import { failureRows } from "../text/failure-rows.ts";
import { safeLine } from "../text/safe-text.ts";

export const command = defineCommand({
  name: "wait",
  aliases: [],
  group: "WORK",
  summary: "Wait until a session has finished its work",
  usage: "wait [session]",
  details: [
    "Its work is the running turn, queued prompts that are not held, and background tasks. It prints the last message of the last turn,",
    "and exits as `send --wait` does: 0 (completed, or nothing was sent yet), 6 (failed), 7 (timeout), 8 (a person is needed) or 130",
    "(stopped). It reports on stderr what it waits for. For an idle session the last turn decides.",
    '--json prints {"v":1,"session":{"id","name"},"state","turn","seq","message","tasks",…}; tasks = the background tasks that it waited',
    "for; state is idle, waiting, queued, done, failed or interrupted.",
  ],
  examples: ["skein wait api", "skein wait api --timeout 10m && make deploy"],
  effect: "reads",
  flags: {
    ...lastFlag,
    timeout: { type: "string", value: "30s", summary: "Give up after this long; the session continues" },
  },
  maxPositionals: 1,
  async run(context) {
    const { io, flags, print, printJson } = context;
    const timeoutMs = flags.timeout === undefined ? null : parseDurationMs(flags.timeout, "--timeout");
    const client = await context.client();
    const session = await findSession(client, sessionArgument(context, flags.last).ref, context);
    const [{ waitUntilIdle }, { withDeadline }, { finishPrompt, outcomeFacts }] = await Promise.all([
      import("../wait/wait-until-idle.ts"),
      import("../wait/deadline.ts"),
      import("../prompt/send-prompt.ts"),
    ]);
    const ref = await referenceTo(client, session, context);
    let told: string | null = null;
    const tell = (text: string | null): void => {
      const isNews = text !== null && text !== told && !flags.quiet && !flags.json;
      if (isNews) io.stderr.write(`${failureRows(`waiting: ${safeLine(text)}`, io)}\n`);
      told = text;
    };
    const tasks = new Map<string, EndedTask>();
    const tellTasks = (found: readonly EndedTask[]): void => {
      for (const one of found) tasks.set(`${one.kind} ${one.title}`, one);
    };
    const finished = await withDeadline({ io, timeoutMs }, async (deadline) => {
      const rest = { session: session.id, head: session.head, signal: deadline.signal, now: io.now, tell, tellTasks };
      return { outcome: await waitUntilIdle(client, rest), cut: deadline.cut };
    });
    const { outcome, cut } = finished;
    const facts = {
      v: 1,
      session: { id: session.id, name: session.name },
      tasks: taskFacts([...tasks.values()]),
    };
    if (outcome?.kind === "untouched") {
      if (flags.json) printJson({ ...facts, state: "idle", turn: null, seq: outcome.seq, message: null });
      return exitCodes.ok.code;
    }
    if (flags.json) printJson({ ...facts, ...outcomeFacts({ outcome, cut }) });
    await finishPrompt(client, { session, ref }, { outcome, cut, isQueued: false }, io);
    const message = outcome?.kind === "ended" ? (outcome.message ?? "") : "";
    if (!flags.json) print(io.stdout.isTTY ? agentText(message, context.style) : message);
    return exitCodes.ok.code;
  },
});
