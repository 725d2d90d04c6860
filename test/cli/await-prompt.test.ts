// When a question ends the waiting for a prompt: over sequences of commits, as a follower sees them.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { awaitPrompt, type Source } from "../../src/cli/wait/await-prompt.ts";
import type { Followed } from "../../src/client/index.ts";
import { blockingQuestion, type EventBody, noLimits, type SessionState, statusOf } from "../../src/core/index.ts";
import {
  answered,
  applied,
  asked,
  body,
  created,
  delivered,
  ended,
  fold,
  foldBodies,
  place,
  queued,
  stale,
} from "../kit/events.ts";

const blocking = (...bodies: EventBody[]) => {
  const found = blockingQuestion(foldBodies(created, ...bodies), "p1");
  return found && { id: found.question.id, isQueued: found.isQueued };
};

describe("a question blocks a prompt", () => {
  test.for<[string, EventBody[], { id: string; isQueued: boolean } | null]>([
    ["of its own turn", [...delivered("p1", "t1"), asked("q1")], { id: "q1", isQueued: false }],
    ["of the turn before it", [...delivered("p0", "t0"), asked("q0"), queued("p1")], { id: "q0", isQueued: true }],
    [
      "that is still open beside an answered one",
      [...delivered("p1", "t1"), asked("q1"), asked("q2"), answered("q1")],
      { id: "q2", isQueued: false },
    ],
    [
      "of a turn that it was steered into",
      [
        ...delivered("p0", "t0"),
        queued("p1"),
        body("user_prompt", { promptId: "p1", text: "", turn: "t0", steered: true }),
        asked("q1"),
      ],
      { id: "q1", isQueued: false },
    ],
    ["not when it was answered", [...delivered("p1", "t1"), asked("q1"), answered("q1")], null],
    ["not when it is stale", [...delivered("p1", "t1"), asked("q1"), stale("q1")], null],
    [
      "not when its turn is about to be stopped",
      [...delivered("p0", "t0"), asked("q0"), body("interrupt", { turn: "t0", state: "requested" }), queued("p1")],
      null,
    ],
    [
      "not when its session was ended",
      [...delivered("p0", "t0"), asked("q0"), queued("p1"), body("session_end", { reason: "killed" })],
      null,
    ],
    [
      "of a turn that the agent began by itself",
      [body("turn_start", { turn: "t0", promptId: null }), asked("q0"), queued("p1")],
      { id: "q0", isQueued: true },
    ],
    [
      "not when the prompt has ended",
      [...delivered("p1", "t1"), ended("t1"), ...delivered("p2", "t2"), asked("q2")],
      null,
    ],
  ])("%s", ([, bodies, expected]) => {
    expect(blocking(...bodies)).toEqual(expected);
  });
});

/** A plain account of the same, beside the core: what is open and unanswered, and where the prompt is. */
class Account {
  readonly open = new Map<string, "asked" | "answered">();
  turn: "none" | "other" | "own" = "none";
  own: "queued" | "running" | "ended" = "queued";
  #questions = 0;
  #turns = 0;

  get isBlocked(): boolean {
    return this.own !== "ended" && this.turn !== "none" && [...this.open.values()].includes("asked");
  }

  /** The commit that comes of a choice; what can't happen now is something else that can. */
  next(choice: number): EventBody[] {
    const [first] = [...this.open].filter(([, state]) => state === "asked").map(([id]) => id);
    const [waiting] = [...this.open].filter(([, state]) => state === "answered").map(([id]) => id);
    if (this.turn === "none") return this.#begin(choice % 2 === 0 && this.own === "queued");
    switch (choice % 7) {
      case 0:
        return this.#ask();
      case 1: {
        // A rule answers in the same commit.
        const commit = this.#ask();
        const id = `q${this.#questions}`;
        this.open.set(id, "answered");
        return [...commit, answered(id, "yes", { kind: "policy" })];
      }
      case 2:
        if (first === undefined) return this.#ask();
        this.open.set(first, "answered");
        return [answered(first)];
      case 3:
        if (waiting === undefined) return [body("notice", { kind: "x", text: "nothing" })];
        this.open.delete(waiting);
        return [applied(waiting)];
      case 4:
        if (first === undefined) return [body("notice", { kind: "x", text: "nothing" })];
        this.open.delete(first);
        return [stale(first)];
      case 5:
        return [body("notice", { kind: "x", text: "nothing" })];
      default:
        return this.#end();
    }
  }

  #ask(): EventBody[] {
    const id = `q${++this.#questions}`;
    this.open.set(id, "asked");
    return [asked(id)];
  }

  #begin(isOwn: boolean): EventBody[] {
    this.turn = isOwn ? "own" : "other";
    if (isOwn) this.own = "running";
    const turn = `t${++this.#turns}`;
    return isOwn ? delivered("p1", turn) : [queued(`o${turn}`), ...delivered(`o${turn}`, turn)];
  }

  #end(): EventBody[] {
    const closed = [...this.open.keys()].map(stale);
    const isOwn = this.turn === "own";
    const promptId = isOwn ? "p1" : `ot${this.#turns}`;
    this.open.clear();
    this.turn = "none";
    if (isOwn) this.own = "ended";
    return [...closed, ended(`t${this.#turns}`, "completed", promptId)];
  }
}

interface Seen {
  readonly commits: readonly (readonly EventBody[])[];
  /** After so many commits the follower has caught up. */
  readonly past: number;
  /** How many commits the daemon's state is ahead of what was read. */
  readonly ahead: number;
}

/** A daemon's log and state, given out as the schedule says. */
function source({ commits, past, ahead }: Seen): Source {
  const states: SessionState[] = [];
  const ends: number[] = [];
  let state = foldBodies(created);
  const placed = commits.map((commit) => {
    const events = place(commit, state.head);
    state = fold(events, state);
    states.push(state);
    ends.push(state.head);
    return events;
  });
  let read = 0;
  return {
    async *follow(): AsyncGenerator<Followed, void> {
      yield { kind: "frame", frame: { frame: "hello", epoch: "e1", firstSeq: 1, head: ends.at(-1) ?? 0, after: 0 } };
      for (const [index, events] of placed.entries()) {
        if (index === past) yield caughtUp;
        for (const event of events) {
          read = index;
          yield { kind: "event", event, line: JSON.stringify(event) };
        }
      }
      if (past >= placed.length) yield caughtUp;
    },
    session: async () => {
      const current = states[Math.min(read + ahead, states.length - 1)] as SessionState;
      const { word, reason } = statusOf(current);
      return { state: current, session: { status: word, reason }, limits: noLimits, epoch: "e1" } as never;
    },
    blob: () => {
      throw new Error("no text is that long");
    },
  };
}

const caughtUp = { kind: "frame", frame: { frame: "caught_up", seq: 0 } } as unknown as Followed;

test("a person is needed if and only if a question that blocks the prompt is open after what was committed", async () => {
  const schedule = fc.record({
    choices: fc.array(fc.nat({ max: 13 }), { maxLength: 30 }),
    pastShare: fc.double({ min: 0, max: 1, noNaN: true }),
    ahead: fc.constantFrom(0, 0, 0, 1, 3),
  });
  const counts = { asks: 0, none: 0, ended: 0 };
  await fc.assert(
    fc.asyncProperty(schedule, async ({ choices, pastShare, ahead }) => {
      const account = new Account();
      const commits: EventBody[][] = [[queued("p1")]];
      const blocked = [false];
      const over = [false];
      for (const choice of choices) {
        commits.push(account.next(choice));
        blocked.push(account.isBlocked);
        over.push(account.own === "ended");
      }
      const past = 1 + Math.floor(pastShare * (commits.length - 1));
      const outcome = await awaitPrompt(source({ commits, past, ahead }), {
        ...{ session: "s1", promptId: "p1", acceptedSeq: 2, signal: new AbortController().signal },
        ...{ now: () => 0, tell: () => {} },
      });
      // From the commit at which it had caught up.
      const seen = blocked.slice(past - 1).map((isBlocked, index) => ({ isBlocked, isOver: over[past - 1 + index] }));
      const decisive = over[past - 1]
        ? { isBlocked: false }
        : seen.find(({ isBlocked, isOver }) => isBlocked || isOver);
      const expected = decisive === undefined ? "none" : decisive.isBlocked ? "asks" : "ended";
      const got = outcome?.kind ?? "none";
      if (ahead === 0) expect(got).toBe(expected);
      else if (got === "asks") expect(seen.some(({ isBlocked }) => isBlocked)).toBe(true);
      else if (got === "none") expect(seen.at(-1)?.isBlocked).not.toBe(true);
      counts[got as keyof typeof counts]++;
    }),
    { numRuns: 2000 },
  );
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(50);
});
