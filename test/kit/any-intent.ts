// Arbitrary intents for a session, generated as numbers, which select a prompt or question once there are some.
import fc from "fast-check";
import type { Intent } from "../../src/client/why.ts";
import type { PromptFile } from "../../src/core/index.ts";

/** Prompts and questions in order; a number beyond the last one means an unknown id. */
const which = fc.nat(6);
const place = fc.option(which);
const time = fc.constantFrom("2020-01-01T00:00:00Z", "2040-01-01T00:00:00Z");
const shown = fc.constant({ turns: 99, isAtWork: false, lastActiveAt: "2020-01-01T00:00:00Z" });
const file: PromptFile = { name: "a.png", mediaType: "image/png", hash: "", bytes: 0 };

export const anyIntent = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      {
        type: fc.constant("prompt" as const),
        text: fc.constantFrom("do it", "/compact", "/other thing", "/etc/hosts"),
        command: fc.boolean(),
        files: fc.constantFrom([], [file], [{ ...file, name: "a.zip", mediaType: "application/zip" }]),
        when: fc.constantFrom("queue", "steer", "interrupt"),
        otherwise: fc.constantFrom("queue", "reject"),
        expectTurn: fc.constantFrom("t1", "t2"),
        before: place,
        after: which,
        notBefore: time,
        held: fc.boolean(),
      },
      { requiredKeys: ["type", "text"] },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        type: fc.constant("edit_prompt" as const),
        promptId: which,
        text: fc.constantFrom("other", "/compact"),
        before: place,
        after: place,
      },
      { requiredKeys: ["type", "promptId"] },
    ),
  },
  fc.record({ type: fc.constant("withdraw_prompt" as const), promptId: which }),
  fc.record(
    {
      type: fc.constant("queue" as const),
      paused: fc.boolean(),
      clear: fc.boolean(),
      order: fc.array(which, { maxLength: 2 }),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record(
    { type: fc.constant("interrupt" as const), turn: fc.constantFrom("t1", "t2"), clear: fc.boolean() },
    { requiredKeys: ["type"] },
  ),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("answer" as const),
      permission: which,
      option: fc.constantFrom("yes", "no", "maybe"),
    }),
  },
  fc.record({ type: fc.constantFrom("stop", "restart", "unarchive"), expect: shown }, { requiredKeys: ["type"] }),
  {
    weight: 2,
    arbitrary: fc.record(
      { type: fc.constantFrom("archive", "trash"), stop: fc.boolean(), expect: shown },
      { requiredKeys: ["type", "stop"] },
    ),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom("restore", "select") }) },
  fc.record({ type: fc.constant("acknowledge" as const), seq: fc.nat(30) }),
  fc.record(
    {
      type: fc.constant("arrange" as const),
      pinned: fc.boolean(),
      snooze: fc.option(fc.record({ until: fc.constantFrom("2036-01-01T00:00:00.000Z", null) })),
      unread: fc.boolean(),
      position: fc.constantFrom("a5", null),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record({ type: fc.constant("rename" as const) }),
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("set_mode" as const), mode: fc.constantFrom("plan", "yolo", null) }),
  },
  fc.record({ type: fc.constant("set_model" as const), model: fc.constantFrom("large", "small") }),
  fc.record({ type: fc.constant("set_limits" as const), budgetUsd: fc.constantFrom(0, 5, null) }),
);
export type Wish = typeof anyIntent extends fc.Arbitrary<infer Intent> ? Intent : never;

/** Replaces the numbers of an intent by ids. */
export class Scene {
  readonly prompts: string[] = [];
  readonly questions: string[] = [];
  files: PromptFile[] = [];

  intentOf(wish: Wish): Intent {
    const named = (known: readonly string[], at: number): string => known[at] ?? "00000000-0000-4000-8000-00000000dead";
    const prompt = <T extends number | null | undefined>(at: T) =>
      (typeof at === "number" ? named(this.prompts, at) : at) as string | Exclude<T, number>;
    switch (wish.type) {
      case "prompt": {
        const { before, after, files = [], ...rest } = wish;
        const sent = files.map((one) => ({ ...one, ...this.files[0], name: one.name, mediaType: one.mediaType }));
        return { ...rest, before: prompt(before), after: prompt(after), files: sent } as Intent;
      }
      case "edit_prompt":
        return { ...wish, promptId: prompt(wish.promptId), before: prompt(wish.before), after: prompt(wish.after) };
      case "withdraw_prompt":
        return { ...wish, promptId: prompt(wish.promptId) };
      case "queue":
        return { ...wish, ...(wish.order ? { order: wish.order.map((at) => prompt(at)) } : {}) } as Intent;
      case "answer":
        return { ...wish, permission: named(this.questions, wish.permission) };
      case "rename":
        return { ...wish, name: null };
      default:
        return wish as Intent;
    }
  }
}
