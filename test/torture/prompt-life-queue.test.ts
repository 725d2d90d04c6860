// Many prompts that wait, changed, moved and withdrawn while the agent works them off and the daemon is killed: each that stays is handed over
// once, in the order of the queue, with its last text, and the agent did just that.
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ProblemError } from "../../src/client/index.ts";
import { type Command, initialState, reduce } from "../../src/core/index.ts";
import { type AnyEvent, DaemonProcess } from "../kit/daemon-process.ts";
import { throughShortLives } from "../kit/short-lives.ts";
import { PATIENCE_MS, stubbornly } from "../kit/stubborn.ts";
import { until } from "../kit/until.ts";
import { storedFaults } from "./oracle.ts";
import { Model } from "./prompt-life/model.ts";
import { scenario, type Torture } from "./scenario.ts";

/** Fewer than may wait, so that nothing is refused for that. */
const MOST_WAITING = 60;
/** So many wait before the agent begins. */
const FIRST_WAITING = 15;

/** The command that made an event, by the event's seq. */
type Taken = Map<number, Command>;

scenario("prompt-life-queue", "queued prompts, changed while the daemon is killed", {}, async (torture) => {
  const count = Number(process.env.SKEIN_PROMPTS ?? torture.size(60, 2_000));
  const daemon = new DaemonProcess();
  await daemon.start();
  const { session } = await daemon.client.create({
    agent: "demo",
    cwd: daemon.workspace,
    env: { PATH: process.env.PATH ?? "" },
  });
  const killing = {
    random: torture.random,
    lifeMs: [50, 1000],
    kills: 1,
    most: torture.size(40, 4_000),
    hasty: 0.3,
  } as const;
  const { result: taken, report } = await throughShortLives(daemon, killing, async () => {
    const commands = await fillQueue(daemon, session.id, { count, torture });
    await until("everything to be worked off", () => isAtRest(daemon, session.id), PATIENCE_MS);
    return commands;
  });
  torture.did(count);
  const changes = taken.size - count;
  if (changes < FIRST_WAITING / 2) torture.found([`only ${changes} changes came in time: nothing is shown`]);

  const events = await daemon.events(session.id);
  torture.found(modelFaults(events, taken));
  torture.found(traceFaults(events, readFileSync(join(daemon.workspace, "trace"), "utf8")));
  await daemon.end();
  const acknowledged = [...taken].map(([seq]) => ({ session: session.id, seq }));
  torture.found(await storedFaults(daemon.paths.database, acknowledged));
  console.info(`prompt-life-queue: ${count} prompts, ${taken.size} commands taken, ${report}`);
});

/** Sends, and changes what waits at random; what has been handed over by then is refused, and that is right. */
async function fillQueue(
  { client, workspace }: DaemonProcess,
  session: string,
  { count, torture: { random } }: { count: number; torture: Pick<Torture, "random"> },
): Promise<Taken> {
  const taken: Taken = new Map();
  const gate = join(workspace, "gate");
  const first = randomUUID();
  for (let number = 0; number < count; number++) {
    const promptId = number === 0 ? first : randomUUID();
    const text = `${number === 0 ? `[[wait-for: ${gate}]]` : ""}${textOf(promptId, "as sent")}`;
    const { seq } = await stubbornly(() => client.prompt(session, { id: promptId, content: [{ type: "text", text }] }));
    taken.set(seq, { type: "prompt", promptId, text });
    if (number === Math.min(FIRST_WAITING, count - 1)) writeFileSync(gate, "");
    const { items } = await until(
      "room in the queue",
      async () => {
        const queue = await stubbornly(() => client.queue(session));
        return queue.items.length < MOST_WAITING && queue;
      },
      PATIENCE_MS,
    );
    // The first one holds the agent up until others wait.
    const changeable = items.map((item) => item.promptId).filter((id) => id !== first);
    if (changeable.length > 0) await change(changeable);
  }
  return taken;

  async function change(waiting: readonly string[]): Promise<void> {
    const promptId = random.pick(waiting);
    try {
      const [command, answer] = await changeOne(promptId, random.pick(waiting));
      if (answer.seq > 0) taken.set(answer.seq, command);
    } catch (error) {
      const isTooLate = error instanceof ProblemError && /^prompt_(delivered|withdrawn|not_found)$/.test(error.code);
      if (!isTooLate) throw error;
    }
  }

  async function changeOne(promptId: string, other: string): Promise<[Command, { seq: number }]> {
    const kind = random.pick(["edit", "edit", "move", "move", "withdraw"] as const);
    if (kind === "withdraw")
      return [
        { type: "withdraw_prompt", promptId },
        await stubbornly((id) => client.withdrawPrompt(session, promptId, { id })),
      ];
    if (kind === "move") {
      const before = random.chance(0.2) ? null : other;
      return [
        { type: "edit_prompt", promptId, before },
        await stubbornly((id) => client.editPrompt(session, promptId, { id, before })),
      ];
    }
    const text = textOf(promptId, `changed ${random.below(1000)}`);
    const content = [{ type: "text" as const, text }];
    return [
      { type: "edit_prompt", promptId, text },
      await stubbornly((id) => client.editPrompt(session, promptId, { id, content })),
    ];
  }
}

/** What the agent does leaves a trace of which prompt it was, and in which words. */
const textOf = (promptId: string, words: string): string =>
  `[[wait: 20ms]] [[run: echo ${promptId} ${words} >> trace]]`;

async function isAtRest({ client }: DaemonProcess, session: string): Promise<boolean> {
  const { state } = await stubbornly(() => client.session(session));
  return state.prompt.queue.length === 0 && state.turn.open === null;
}

/** The log against the model of a queue: order, texts, each once. */
function modelFaults(events: readonly AnyEvent[], taken: Taken): string[] {
  const model = new Model({
    canSteer: true,
    resumesAfterQuota: () => false,
    hasRoom: () => true,
    isOverBudget: () => false,
  });
  let state = initialState;
  try {
    for (const event of events) {
      state = reduce(state, event);
      // Its words are not numbered as those of the simulated one.
      const shown = event.type === "agent_message" ? [] : [event];
      model.take({ events: shown, command: taken.get(event.seq) ?? null }, state);
    }
  } catch (error) {
    return [`event ${state.head}: ${(error as Error).message}`];
  }
  return [...taken.values()].flatMap((command) =>
    command.type === "prompt" && !model.fates.has(command.promptId) ? [`${command.promptId} is gone`] : [],
  );
}

/** What ran is what was handed over, in that order. */
function traceFaults(events: readonly AnyEvent[], trace: string): string[] {
  const given = events.flatMap(({ type, data }) =>
    type === "user_prompt" ? [/echo (.*) >> trace/.exec(String(data.text))?.[1]] : [],
  );
  const ran = trace.trim().split("\n");
  if (ran.join() === given.join()) return [];
  const first = given.findIndex((text, index) => text !== ran[index]);
  return [`${given.length} were handed over, ${ran.length} ran; first other: ${given[first]} and ${ran[first]}`];
}
