// A schedule is a list of numbers, each one thing that people, agents, the network or the machine do.
import type { By, noLimits, TurnEndReason } from "../../../src/core/index.ts";
import { ada, atSecond, bob } from "../../kit/events.ts";
import { stepsOf } from "../cursor/steps.ts";
import { Daemon } from "./daemon.ts";
import { Life, type LivingSession } from "./life.ts";
import { RealDaemon, Remains } from "./real-daemon.ts";
import { judge, settle } from "./settle.ts";
import { commandOf, type WishKind } from "./wishes.ts";
import type { Place } from "./world.ts";

const VALUES = 4096;
const people: readonly By[] = [ada, bob, { kind: "client", name: "eve" }];
const reasons: readonly TurnEndReason[] = ["completed", "completed", "completed", "failed", "interrupted", "refused"];
const ends = ["exited", "crashed", "lost"] as const;

/** Most of it in the first session, so that it gets somewhere. */
const placeOf = ({ world }: Life, value: number): Place =>
  world.places[[0, 0, 0, 0, 0, 0, 1, 2][value % 8] ?? 0] as Place;

/** A wish that arrives at once, or at some time. */
const wish =
  (kind: WishKind) =>
  (life: Life, { client, value }: { client: By; value: number }): void => {
    const { index } = placeOf(life, value);
    const command = commandOf(life, kind, { session: index, value: value >> 3 });
    life.order(index, client, command, value % 11 === 0);
  };

/** Everybody answers the same question, not all of them alike. */
function raceForAnswer(life: Life, { value }: { value: number }): void {
  for (const [n, client] of people.entries()) wish("answer")(life, { client, value: value + 8 * n });
}

const agentDoes =
  (act: (process: NonNullable<Place["process"]>, value: number, life: Life) => void) =>
  (life: Life, { value }: { value: number }): void => {
    const { process } = placeOf(life, value);
    if (process) act(process, value >> 3, life);
  };

/** A question that people see at once. */
function askAndRead(life: Life, value: number): void {
  const place = placeOf(life, value);
  place.process?.ask((value >> 3) % 4 === 0);
  life.withDaemon(({ sessions }) => sessions[place.index]?.takeOutput(9));
}

const sessionDoes =
  (act: (session: LivingSession, value: number) => void) =>
  (life: Life, { value }: { value: number }): void => {
    const { index } = placeOf(life, value);
    life.withDaemon(({ sessions }) => act(sessions[index] as LivingSession, value >> 3));
  };

export const lifeSteps = stepsOf<Life, By, void>(
  [
    [16, "go on", (life, { value }) => life.goOn(placeOf(life, value))],
    [8, "ask and read", (life, { value }) => askAndRead(life, value)],
    [7, "prompt", wish("prompt")],
    [5, "prompt with conditions", wish("conditional")],
    [3, "edit", wish("edit")],
    [2, "move", wish("move")],
    [2, "withdraw", wish("withdraw")],
    [3, "queue", wish("queue")],
    [3, "interrupt", wish("interrupt")],
    [5, "answer", wish("answer")],
    [1, "stop", wish("stop")],
    [1, "mode", wish("mode")],
    [3, "race for an answer", raceForAnswer],
    [3, "a request arrives", ({ post }, { value }) => post.arrive(value)],
    [3, "again", ({ post }, { value }) => post.repeat(value)],
    [
      1,
      "the same id for something else",
      ({ post }, { value }) => post.reuse(value, { type: "stop", reason: `${value}` }),
    ],
    [1, "post is lost", ({ post }) => post.lose()],
    [6, "the daemon will die", ({ world }, { value }) => world.killAfter(value % 14)],
    [2, "the daemon dies", (life) => life.kill()],
    [2, "the daemon starts", (life) => life.withDaemon(() => {})],
    [2, "agent: ready", agentDoes((process) => process.bind())],
    [4, "agent: hear", agentDoes((process) => process.hear())],
    [3, "agent: say", agentDoes((process) => process.say())],
    [2, "agent: ask", agentDoes((process, value) => process.ask(value % 4 === 0))],
    [4, "agent: rest", agentDoes((process, value) => process.rest(reasons[value % reasons.length] ?? "completed"))],
    [2, "agent: use", agentDoes((process, value) => process.use(value % 3))],
    [
      1,
      "agent: quota",
      agentDoes((process, value, { world }) => process.reachQuota(value % 4 ? atSecond(world.seconds + value) : null)),
    ],
    [2, "agent: end", agentDoes((process, value) => process.end(ends[value % 3] ?? "lost"))],
    [5, "read", sessionDoes((session, value) => session.takeOutput(1 + (value % 4)))],
    [2, "read words", sessionDoes((session, value) => session.takeOutput(1 + (value % 4), true))],
    [2, "see an end", sessionDoes((session) => session.takeExit())],
    [1, "lose patience", sessionDoes((session) => session.losePatience())],
    [2, "look", sessionDoes((session) => session.advance())],
    [2, "one is woken", (life) => life.withDaemon((daemon) => daemon.look())],
    [3, "time", ({ world }, { value }) => world.pass(value % 900)],
    [1, "more room", ({ world }) => world.makeRoom()],
    [2, "limits", ({ world }, { value }) => world.limit(limitsOf(value))],
    [1, "installation", ({ world }, { value }) => world.breakInstallation(value % 3 === 0)],
  ],
  VALUES,
);

const limitsOf = (value: number): typeof noLimits => ({
  turnMinutes: value % 3 === 0 ? 5 : null,
  budgetUsd: value % 3 === 1 ? 1 : null,
  budgetTokens: null,
  resumeAfterQuota: value % 2 === 0,
  parkMinutes: value % 5 === 0 ? 3 : null,
});

/** Everything that happens; yields where a daemon may need a moment to do what follows. Throws when a promise was broken. */
function* play(life: Life, schedule: readonly number[]): Generator<void, void> {
  life.begin();
  yield;
  // It may only grow: who has a place already keeps it.
  life.world.runningSessions = schedule.length % 3;
  for (const number of schedule) {
    life.world.pass(1);
    lifeSteps.act(number, life, people);
    yield;
  }
  yield* settle(life);
  judge(life);
}

/** With sessions that do everything at once: many thousands of schedules in a minute. */
export function runSchedule(schedule: readonly number[]): void {
  for (const _ of play(new Life((world) => new Daemon(world)), schedule));
}

/** With the sessions of a real daemon. */
export async function runRealSchedule(schedule: readonly number[]): Promise<void> {
  const remains = new Remains();
  let daemon: RealDaemon | null = null;
  const life = new Life((world) => {
    daemon = new RealDaemon(world, remains);
    return daemon;
  });
  for (const _ of play(life, schedule)) {
    const living = daemon as RealDaemon | null;
    await living?.quiet();
    if (living?.isDead) life.kill();
  }
}
