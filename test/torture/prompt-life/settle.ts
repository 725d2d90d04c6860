// The end of a schedule: everybody behaves until nothing is left to do, and then it is judged.
import { deepStrictEqual } from "node:assert";
import { nextStep, noLimits } from "../../../src/core/index.ts";
import { ada } from "../../kit/events.ts";
import { promise } from "./fault.ts";
import type { Life } from "./life.ts";
import type { Place } from "./world.ts";

/** Later than any time that anything waits for. */
const LONG_SECONDS = 1_000_000;
/** More than any schedule leaves to do. */
const MANY_ROUNDS = 2000;

/**
 * From here on everybody does what they should: nothing dies, requests arrive, questions are answered, turns end well. Yields where a daemon may
 * need a moment to do what follows.
 */
export function* settle(life: Life): Generator<void, void> {
  const { world, post } = life;
  world.killAfter(Number.POSITIVE_INFINITY);
  world.breakInstallation(false);
  world.limit(noLimits);
  life.withDaemon(() => {});
  yield;
  yield* post.heal();
  world.pass(LONG_SECONDS);
  yield;
  for (const { index } of world.places) {
    for (const { promptId, held } of life.stateOf(index).prompt.queue)
      if (held) life.order(index, ada, { type: "edit_prompt", promptId, held: false });
    nudge(life, index);
    yield;
  }
  for (let rounds = 0; rounds < MANY_ROUNDS; rounds++) {
    life.withDaemon((daemon) => {
      while (daemon.look());
    });
    const busy = world.places.filter((place) => !isAtRest(life, place));
    if (busy.length === 0) return;
    for (const place of busy) yield* behave(life, place);
    world.pass(1);
    yield;
  }
  const stuck = world.places
    .filter((place) => !isAtRest(life, place))
    .map(({ index }) => {
      const { prompt, turn, binding, permission, limit } = life.stateOf(index);
      return { index, prompt: { ...prompt, recent: [] }, turn, binding, permission: permission.open, limit };
    });
  throw new Error(`it never comes to rest: ${JSON.stringify(stuck)}`);
}

function isAtRest(life: Life, { index, process }: Place): boolean {
  const { prompt, turn, binding } = life.stateOf(index);
  return prompt.queue.length === 0 && !turn.open && (!process || (process.exit !== null) === (binding.run === null));
}

/** What halts a session, or holds it back, a person lifts by saying something. */
const nudge = (life: Life, index: number): void =>
  life.order(index, ada, { type: "prompt", promptId: life.world.newId("last"), text: "go on" });

function* behave(life: Life, place: Place): Generator<void, void> {
  const { process, index } = place;
  life.goOn(place);
  yield;
  const { permission, limit, prompt, binding, turn } = life.stateOf(index);
  const asked = permission.open.find(({ state }) => state === "asked");
  const held = prompt.queue.find((one) => one.held);
  if (!turn.open && held) life.order(index, ada, { type: "edit_prompt", promptId: held.promptId, held: false });
  else if (!turn.open && prompt.paused) life.order(index, ada, { type: "queue", paused: false });
  else if (!turn.open && (limit.quota?.holds || binding.halted)) nudge(life, index);
  else if (asked) life.order(index, ada, { type: "answer", permission: asked.id, option: "yes" });
  else if (process && !process.exit && isIdle(life, place)) process.rest("completed");
}

/** It has heard everything, and was heard. */
function isIdle(life: Life, { index, process }: Place): boolean {
  return process?.hasHeardAll === true && life.stateOf(index).turn.open !== null;
}

const isAlive = (place: Place | undefined, run: string): boolean =>
  place?.process?.run === run && place.process.exit === null;

/** What must be true of all that was ever taken. */
export function judge({ world, post }: Life): void {
  for (const { storage, model, index, process } of world.places) {
    const state = storage.fold();
    deepStrictEqual(JSON.parse(JSON.stringify(state)), state);
    deepStrictEqual(storage.load(), state);
    promise(nextStep(state, world.now) === null, () => `session ${index} has something left to do`);
    const heard = process?.exit ? model.wordsOf(process.run) : null;
    promise(heard === null || heard === process?.words, () => `of ${process?.words} words ${heard} are in the log`);
    promise(model.questions.open.length === 0, () => `questions are still open: ${model.questions.open}`);
  }
  for (const { command, session, id } of post.taken) {
    if (command.type !== "prompt") continue;
    const model = world.places[session]?.model;
    const fate = model?.fates.get(id);
    promise(fate !== undefined, () => `${id} was taken, and nothing became of it`);
    if (fate === undefined || fate === "withdrawn") continue;
    const end = model?.endOf(fate.turn);
    promise(end !== undefined, () => `the turn of ${id} never ended`);
    const times = world.timesHeard(id);
    // Words that came when the agent had done already are heard by an agent that lives on.
    const isLost = fate.isSteered ? !isAlive(world.places[session], fate.run) : end !== "completed";
    promise(times === 1 || isLost, () => `${id} was done, and the agent was given it ${times} times`);
  }
}
