// What people may wish for, made of a number: also what can't be, such as changing what has been handed over.
import type { Command } from "../../../src/core/index.ts";
import { atSecond } from "../../kit/events.ts";
import type { Life } from "./life.ts";

interface Scene {
  life: Life;
  session: number;
  /** In order. */
  waiting: readonly string[];
  /** A prompt that waits, mostly; else any that was ever sent. */
  some(value: number): string;
  value: number;
}

const wishes = {
  prompt: ({ life, value }: Scene): Command => ({
    type: "prompt",
    promptId: life.world.newId("p"),
    text: `do ${value}`,
  }),
  conditional: ({ life, value, some }: Scene): Command => ({
    type: "prompt",
    promptId: life.world.newId("p"),
    text: `do ${value}`,
    when: (["queue", "steer", "interrupt", "steer"] as const)[value % 4],
    otherwise: value & 4 ? "reject" : "queue",
    ...(value % 7 === 0 ? { held: true } : {}),
    ...(value % 5 === 0 ? { notBefore: atSecond(life.world.seconds + (value % 300)) } : {}),
    ...(value % 3 === 0 ? { after: some(value >> 4) } : {}),
    ...(value % 11 < 3 ? { before: value % 11 === 0 ? null : some(value >> 5) } : {}),
  }),
  edit: ({ life, value, some }: Scene): Command => ({
    type: "edit_prompt",
    promptId: some(value >> 3),
    ...(value & 1 ? { text: `rather ${value}` } : {}),
    ...(value & 2 ? { held: (value & 4) !== 0 } : {}),
    ...(value % 5 === 0 ? { notBefore: value % 10 ? atSecond(life.world.seconds + (value % 300)) : null } : {}),
    ...(value % 3 === 0 ? { after: value % 6 ? some(value >> 4) : null } : {}),
  }),
  move: ({ value, some }: Scene): Command => ({
    type: "edit_prompt",
    promptId: some(value >> 2),
    before: value % 4 === 0 ? null : some(value >> 5),
  }),
  withdraw: ({ value, some }: Scene): Command => ({ type: "withdraw_prompt", promptId: some(value) }),
  queue: ({ value, waiting }: Scene): Command => ({
    type: "queue",
    ...(value % 3 < 2 ? { paused: value % 3 === 0 } : {}),
    ...(value % 4 === 0 ? { order: waiting.toReversed() } : {}),
    ...(value % 16 === 1 ? { clear: true } : {}),
  }),
  interrupt: ({ value }: Scene): Command => ({ type: "interrupt", ...(value % 4 === 0 ? { clear: true } : {}) }),
  /** An open question if there is one, else one that nobody asked. */
  answer: ({ life, session, value }: Scene): Command => ({
    type: "answer",
    permission: life.world.places[session]?.model.questions.newest ?? "none",
    option: (["yes", "no", "yes", "perhaps"] as const)[value % 4] ?? "yes",
  }),
  stop: (): Command => ({ type: "stop", reason: "killed" }),
  mode: ({ value }: Scene): Command => ({ type: "set_mode", mode: value % 2 ? "plan" : "code" }),
};

export type WishKind = keyof typeof wishes;

export function commandOf(life: Life, kind: WishKind, { session, value }: { session: number; value: number }): Command {
  const waiting = life.world.places[session]?.model.waiting ?? [];
  const sent = life.prompts[session] ?? [];
  const some = (n: number): string => {
    const list = n % 5 === 0 || waiting.length === 0 ? sent : waiting;
    return list[n % Math.max(list.length, 1)] ?? "p0";
  };
  return wishes[kind]({ life, session, waiting, some, value });
}
