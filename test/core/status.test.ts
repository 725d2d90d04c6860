// One word for what a session does, with a reason and the event that proves it.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type EventBody, initialState, reduce, statusOf, summaryOf } from "../../src/core/index.ts";
import { anyLog, garbageLog } from "../kit/arbitrary-events.ts";
import {
  ada,
  answered,
  applied,
  asked,
  body,
  bound,
  created,
  ended,
  exited,
  foldBodies,
  queued,
  running,
  started,
  workspace,
} from "../kit/events.ts";
import { anyMoves } from "../kit/moves.ts";
import { live } from "../kit/simulated-session.ts";

/** The status as "word (code, seq): text". */
type Row = [name: string, bodies: readonly EventBody[], status: string];

const finished = [...running, ended("t1")];
const resting = [created, started("r1"), bound("r1")];
const acknowledged = (seq: number) => body("acknowledged", { seq }, ada);
const interrupted = [body("interrupt", { turn: "t1", state: "requested" }, ada), ended("t1", "interrupted")];
const paused = body("queue_paused", { paused: true }, ada);
const waits = (how: { held?: boolean; notBefore?: string }) => queued("p1", "", { ...how });
const failure = (code: string) => body("error", { code, message: `it is ${code}` });
const died = body("turn_end", { turn: "t1", promptId: "p1", reason: "failed", error: "it died" });
const killed = body("session_end", { reason: "killed" }, ada);
const reopened = body("session_start", { agent: "demo", workspace, name: null, resumed: true }, ada);

test.for<Row>([
  ["created", [created], "idle (idle, 1): nothing asked yet"],
  ["a prompt waits for a process", [created, queued("p1")], "starting (starting, 2): the agent is starting"],
  ["the process comes up", [created, queued("p1"), started("r1")], "starting (starting, 3): the agent is starting"],
  ["the prompt was delivered", running, "running (running, 5): turn t1 is running"],
  ["the agent asks", [...running, asked("q1")], "waiting (permission, 7): permission: run q1"],
  ["two questions", [...running, asked("q1"), asked("q2")], "waiting (permission, 7): permission: run q1"],
  ["answered", [...running, asked("q1"), answered("q1")], "running (running, 5): turn t1 is running"],
  ["applied", [...running, asked("q1"), answered("q1"), applied("q1")], "running (running, 5): turn t1 is running"],
  ["finished, unread", finished, "waiting (finished, 7): finished (completed), not read yet"],
  ["finished, half read", [...finished, acknowledged(6)], "waiting (finished, 7): finished (completed), not read yet"],
  ["finished, read", [...finished, acknowledged(7)], "idle (idle, 7): last turn completed"],
  ["refused", [...running, ended("t1", "refused")], "waiting (finished, 7): finished (refused), not read yet"],
  [
    "at a limit",
    [...running, ended("t1", "limit")],
    "waiting (finished, 7): finished (stopped at a limit), not read yet",
  ],
  ["interrupted: nothing to read", [...running, ...interrupted], "idle (idle, 8): last turn stopped"],
  ["held", [...running, queued("p2"), ...interrupted], "idle (paused, 7): 1 queued, held back"],
  ["a person holds the queue", [...resting, queued("p1"), paused], "idle (paused, 4): 1 queued, held back"],
  ["held one by one", [...resting, waits({ held: true })], "idle (held, 4): 1 queued, held back"],
  [
    "at its time",
    [...resting, waits({ notBefore: "2026-01-01T09:00:00.000Z" })],
    "idle (scheduled, 4): 1 queued, the next at 2026-01-01T09:00:00.000Z",
  ],
  ["the turn failed", [...running, died], "error (failed, 7): it died"],
  ["the turn failed without words", [...running, ended("t1", "failed")], "error (failed, 7): The turn failed."],
  ["reading heals no failure", [...running, died, acknowledged(7)], "error (failed, 7): it died"],
  ["a prompt goes on after it", [...running, died, queued("p2")], "starting (starting, 3): the agent is starting"],
  ["the first failure is told", [...running, died, exited("r1", "crashed")], "error (failed, 7): it died"],
  ["it crashed at rest", [...resting, exited("r1", "crashed")], "error (failed, 4): the agent crashed"],
  ["it was lost at rest", [...resting, exited("r1", "lost")], "stopped (exited, 4): the agent lost"],
  [
    "it was lost at work",
    [...running, ended("t1", "interrupted"), exited("r1", "lost", "t1")],
    "error (failed, 8): the agent lost",
  ],
  ["it keeps dying", [created, queued("p1"), failure("crash_loop")], "error (crash_loop, 3): it is crash_loop"],
  ["no start", [created, queued("p1"), failure("start_failed")], "error (start_failed, 3): it is start_failed"],
  ["it ended by itself", [...resting, exited("r1", "exited")], "stopped (exited, 4): the agent exited"],
  [
    "it ended, unread",
    [...finished, exited("r1", "exited")],
    "waiting (finished, 7): finished (completed), not read yet",
  ],
  ["we stopped the process only", [...resting, exited("r1", "stopped")], "idle (idle, 4): nothing asked yet"],
  ["killed", [...running, killed], "stopped (exited, 7): the process was ended"],
  ["killed while it asked", [...running, asked("q1"), killed], "stopped (exited, 8): the process was ended"],
  ["killed after a failure", [...running, died, killed], "stopped (exited, 8): the process was ended"],
  ["opened again", [created, killed, reopened, queued("p1")], "starting (starting, 4): the agent is starting"],
])("[A-02] %s", ([, bodies, expected]) => {
  const { word, reason } = statusOf(foldBodies(...bodies));
  expect(`${word} (${reason.code}, ${reason.seq}): ${reason.text}`).toBe(expected);
});

test("[R-07] every phase of a life has its word, and being active is not one of them", () => {
  const selected = body("selected", {}, ada);
  const word = (...bodies: EventBody[]): string => statusOf(foldBodies(...bodies)).word;
  const phases = {
    created: word(created),
    active: word(created, selected),
    running: word(...running),
    idle: word(...finished, acknowledged(7)),
    terminated: word(...running, killed),
  };
  expect(phases).toEqual({
    created: "idle",
    active: "idle",
    running: "running",
    idle: "idle",
    terminated: "stopped",
  });
  // What is active is the selection of a workspace; the reason tells one that was never used from one that rests.
  expect(summaryOf("s1", foldBodies(created)).selectedAt).toBeUndefined();
  expect(summaryOf("s1", foldBodies(created, selected)).selectedAt).toEqual(expect.any(String));
  expect(statusOf(foldBodies(created)).reason.text).toBe("nothing asked yet");
  expect(statusOf(foldBodies(...finished, acknowledged(7))).reason.text).toBe("last turn completed");
});

test("every reason points to an event of the log", () => {
  const lived = anyMoves().map((moves) => live(moves).events);
  fc.assert(
    fc.property(fc.oneof(lived, anyLog(), garbageLog), (events) => {
      events.reduce((state, event) => {
        const next = reduce(state, event);
        const { seq } = statusOf(next).reason;
        expect(Number.isInteger(seq) && seq >= 1 && seq <= event.seq).toBe(true);
        return next;
      }, initialState);
    }),
    { numRuns: 300 },
  );
});

const proofs: Record<string, string[]> = {
  starting: ["prompt_queued", "agent_start"],
  running: ["turn_start"],
  permission: ["permission"],
  finished: ["turn_end", "task_end"],
  background: ["task_start"],
  paused: ["prompt_queued"],
  held: ["prompt_queued"],
  scheduled: ["prompt_queued"],
  failed: ["turn_end", "agent_exit"],
  crash_loop: ["error"],
  start_failed: ["error"],
  not_logged_in: ["error"],
  exited: ["session_end", "agent_exit"],
};

test("the event that a reason points to is of the kind that proves it", () => {
  fc.assert(
    fc.property(anyMoves(), (moves) => {
      const { events, states } = live(moves);
      for (const { code, seq } of states.map((state) => statusOf(state).reason)) {
        if (code !== "idle") expect(proofs[code]).toContain(events[seq - 1]?.type);
      }
    }),
  );
});

test("a summary says what the status says", () => {
  fc.assert(
    fc.property(anyLog(), (events) => {
      const state = events.reduce(reduce, initialState);
      const { word, reason } = statusOf(state);
      expect(summaryOf("s1", state)).toMatchObject({ status: word, reason, head: events.length });
    }),
  );
});
