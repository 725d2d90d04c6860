// What people, agent and machine may do to a session, one thing at a time; and any number of such things in any order.
import fc from "fast-check";
import type { By, CommandOf, TurnEndReason } from "../../src/core/index.ts";
import { ada, atSecond, bob } from "./events.ts";

/** Other prompts by the order in which they were sent. */
interface Places {
  after?: number;
  before?: number | null;
}

export type Move =
  | {
      do: "prompt";
      text: string;
      how?: Partial<Omit<CommandOf<"prompt">, "after" | "before">> & Places;
      canSteer?: boolean;
    }
  | { do: "edit"; which: number; how: { text?: string; held?: boolean; notBefore?: string | null } & Places }
  | { do: "withdraw"; which: number }
  | { do: "queue"; paused?: boolean; clear?: boolean; isReversed?: boolean }
  | { do: "interrupt" }
  | { do: "answer"; option: string; by: By }
  | { do: "acknowledge"; seq: number }
  | { do: "arrange"; arrangement: { pinned?: boolean; snooze?: { until: string | null }; unread?: boolean } }
  | { do: "stop" }
  | { do: "select" }
  | { do: "set_mode"; mode: string }
  | { do: "bind" }
  | { do: "refuse_login" }
  | { do: "say"; text: string }
  | { do: "call_tool" }
  | { do: "finish_tool" }
  | { do: "start_task" }
  | { do: "end_task"; wakes?: boolean }
  | { do: "ask"; isOfTask?: boolean }
  | { do: "rest"; reason: TurnEndReason }
  | { do: "exit"; how: "exited" | "crashed" | "lost" }
  | { do: "restart_daemon" }
  | { do: "wait"; seconds: number }
  | { do: "break_installation"; isBroken: boolean };

const text = fc.string({ maxLength: 8 });
const time = fc.nat(200).map(atSecond);
const how = fc.record(
  {
    when: fc.constantFrom("queue", "steer", "interrupt"),
    otherwise: fc.constantFrom("queue", "reject"),
    held: fc.boolean(),
    notBefore: time,
    after: fc.nat(9),
    before: fc.option(fc.nat(9)),
  },
  { requiredKeys: [] },
);

const anyMove: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("prompt"), text }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("prompt"), text, how, canSteer: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("edit"),
      which: fc.nat(9),
      how: fc.record(
        { text, held: fc.boolean(), notBefore: fc.option(time), after: fc.nat(9), before: fc.option(fc.nat(9)) },
        { requiredKeys: [] },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("withdraw"), which: fc.nat(9) }) },
  {
    weight: 1,
    arbitrary: fc.record(
      { do: fc.constant("queue"), paused: fc.boolean(), clear: fc.boolean(), isReversed: fc.boolean() },
      { requiredKeys: ["do"] },
    ),
  },
  { weight: 2, arbitrary: fc.constant({ do: "interrupt" } as const) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("answer"),
      option: fc.constantFrom("yes", "no", "maybe"),
      by: fc.constantFrom(ada, bob),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("acknowledge"), seq: fc.nat(100) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("arrange"),
      arrangement: fc.record(
        {
          pinned: fc.boolean(),
          snooze: fc.record({ until: fc.option(fc.integer({ min: 1, max: 300 }).map(atSecond)) }),
          unread: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ do: "stop" } as const, { do: "select" } as const) },
  { weight: 6, arbitrary: fc.constant({ do: "bind" } as const) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("say"), text }) },
  { weight: 4, arbitrary: fc.constantFrom({ do: "call_tool" } as const, { do: "finish_tool" } as const) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("ask"), isOfTask: fc.boolean() }) },
  { weight: 3, arbitrary: fc.constant({ do: "start_task" } as const) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("end_task"), wakes: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("rest"),
      reason: fc.constantFrom<TurnEndReason[]>("completed", "completed", "interrupted", "failed", "refused", "limit"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("exit"), how: fc.constantFrom("exited", "crashed", "lost") }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("set_mode"), mode: fc.constantFrom("plan", "code") }) },
  { weight: 1, arbitrary: fc.constantFrom({ do: "refuse_login" } as const, { do: "restart_daemon" } as const) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait"), seconds: fc.nat(600) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("break_installation"), isBroken: fc.boolean() }) },
);

/** Anything that people, agent and machine may do, in any order. */
export const anyMoves = (maxLength = 40): fc.Arbitrary<Move[]> => fc.array(anyMove, { maxLength, size: "max" });
