// Generates the commits of a session as src/session would make them, with events, summary, run record and snapshots. Always the same for the
// same id.
import {
  type By,
  type Event,
  type EventBody,
  initialState,
  nextStep,
  reduce,
  type SessionState,
  summaryOf,
} from "../../src/core/index.ts";
import type { Change, RunRecord } from "../../src/log/index.ts";

const person: By = { kind: "client", name: "cli", address: "unix" };
const agent: By = { kind: "agent", name: "demo" };
const daemon: By = { kind: "daemon" };
const startMs = Date.UTC(2026, 0, 1);
/** As in src/session/session.ts. */
const EVENTS_PER_SNAPSHOT = 500;
/** Roughly an agent's text in the 20 ms for which text is joined, and a tool's output. */
const SPOKEN =
  "The failing test expects the cursor to stay where it was after a reset, so I will look at placeFrame first. ";
const PRINTED_LINE = "  ✓ src/client/cursor.ts (14 tests) 3 ms\n";
const PRINTED_LINES = 24;

export interface Place {
  readonly session: string;
  readonly workspace?: { readonly id: string; readonly path: string };
  readonly name?: string;
  /** The output of each of its tools, in characters. */
  readonly printed?: number;
}

export class Writer {
  readonly #place: Place;
  readonly #printed: string;
  #state: SessionState = initialState;
  #snapshotSeq = 0;
  #run: RunRecord;
  #groups: EventBody[][];
  #turns = 0;

  constructor(place: Place) {
    this.#place = place;
    const length = place.printed ?? PRINTED_LINE.length * PRINTED_LINES;
    this.#printed = PRINTED_LINE.repeat(Math.ceil(length / PRINTED_LINE.length)).slice(0, length);
    const run = `${place.session}-run`;
    const protocol = { run, prompt: `${place.session}-p1`, questions: [] };
    this.#run = { run, session: place.session, agent: "demo", outOffset: 0, inOffset: 0, protocol };
    this.#groups = this.#beginning();
  }

  get head(): number {
    return this.#state.head;
  }

  /** The next change, or one with at least this many events. */
  next(minEvents = 1): Change {
    const bodies: EventBody[] = [];
    while (bodies.length < minEvents) {
      if (this.#groups.length === 0) this.#groups = this.#turn();
      bodies.push(...this.#groups.shift()!);
    }
    return this.#change(bodies);
  }

  /** Ends the turn and the agent's process, so that a daemon has nothing to do for the session. */
  rest(): Change {
    const { run } = this.#run;
    const text = "the agent was stopped";
    const exit: EventBody = {
      type: "agent_exit",
      by: daemon,
      data: { run, outcome: "stopped", code: null, signal: null, text },
    };
    const bodies = [...this.#groups.splice(0).flat(), exit];
    const { run: _, written: __, ...change } = this.#change(bodies);
    return { ...change, endedRun: run };
  }

  #change(bodies: readonly EventBody[]): Change {
    const { session } = this.#place;
    const events = bodies.map((body, index): Event => {
      const seq = this.#state.head + 1 + index;
      return { session, seq, at: new Date(startMs + seq * 50).toISOString(), ...body };
    });
    const next = events.reduce(reduce, this.#state);
    this.#state = next;
    this.#run = { ...this.#run, outOffset: this.#run.outOffset + 160 * events.length };
    const isSnapshotDue = next.head - this.#snapshotSeq >= EVENTS_PER_SNAPSHOT;
    if (isSnapshotDue) this.#snapshotSeq = next.head;
    return {
      session,
      events,
      summary: summaryOf(session, next),
      isBusy: next.binding.run !== null || nextStep(next) !== null,
      run: this.#run,
      written: { run: this.#run.run, upTo: this.#run.inOffset },
      ...(isSnapshotDue ? { snapshot: next } : {}),
    };
  }

  #beginning(): EventBody[][] {
    const { session, workspace = { id: "w1", path: "/home/ada/project" }, name = null } = this.#place;
    const { run } = this.#run;
    return [
      [{ type: "session_start", by: person, data: { agent: "demo", workspace, name, resumed: false } }],
      [{ type: "agent_start", by: daemon, data: { run, agent: "demo", resume: null } }],
      [{ type: "agent_bound", by: agent, data: { run, nativeId: `${session}-native`, provenance: "assigned" } }],
    ];
  }

  /** 28 events in 26 commits: thoughts, three tool calls with their output, text. */
  #turn(): EventBody[][] {
    this.#turns++;
    const { session } = this.#place;
    const turn = `${session}-t${this.#turns}`;
    const promptId = `${session}-p${this.#turns}`;
    const text = "Find out why the reconnect test fails now and then, and repair it.";
    const say = (type: "agent_message" | "agent_thought", pieces: number): EventBody[][] =>
      Array.from({ length: pieces }, () => [
        { type, by: agent, data: { messageId: `${turn}-m${type.length}`, text: SPOKEN } } as EventBody,
      ]);
    return [
      [{ type: "prompt_queued", by: person, data: { promptId, text } }],
      [
        { type: "turn_start", by: daemon, data: { turn, promptId } },
        { type: "user_prompt", by: person, data: { promptId, text, turn } },
      ],
      ...say("agent_thought", 4),
      ...[1, 2, 3].flatMap((call) => this.#toolCall(`${turn}-c${call}`)),
      ...say("agent_message", 10),
      [
        { type: "usage", by: agent, data: { turn, inputTokens: 5200, outputTokens: 410, costUsd: 0.02 } },
        { type: "turn_end", by: agent, data: { turn, promptId, reason: "completed", durationMs: 1300 } },
      ],
    ];
  }

  #toolCall(toolCallId: string): EventBody[][] {
    const input = { command: "npx vitest run test/client" };
    return [
      [
        {
          type: "tool_call",
          by: agent,
          data: { toolCallId, title: "Run `npx vitest run test/client`", kind: "execute", status: "running", input },
        },
      ],
      [{ type: "tool_call_update", by: agent, data: { toolCallId, output: this.#printed } }],
      [{ type: "tool_call_update", by: agent, data: { toolCallId, status: "completed", durationMs: 840 } }],
    ];
  }
}
