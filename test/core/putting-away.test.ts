// Renaming, archiving, the trash: what is put away can be brought back, and nothing of it is lost.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Command, nextStep, shelfOf, statusOf, summaryOf } from "../../src/core/index.ts";
import { anyLog } from "../kit/arbitrary-events.ts";
import { decide } from "../kit/decide.ts";
import { ada, body, created, ended, fold, foldBodies, place, queued, running } from "../kit/events.ts";

const UNTIL = "2026-01-08T00:00:00.000Z";
const trash = (stop = false): Command => ({ type: "trash", batch: "b1", until: UNTIL, stop });

function doing(state: ReturnType<typeof foldBodies>, command: Command) {
  const decision = decide(state, command, ada);
  if ("rejection" in decision) throw new Error(decision.rejection.detail);
  return { ...decision, state: fold(place(decision.events, state.head), state) };
}

test("an archived session is hidden, its process ends and what waited is held; the next prompt brings it back", () => {
  const { state, outcome, events } = doing(foldBodies(...running, ended("t1"), queued("p2")), {
    type: "archive",
    stop: false,
  });
  expect(events.map(({ type }) => type)).toEqual(["prompt_edited", "session_end", "archived"]);
  expect(outcome).toEqual({
    state: "archived",
    wasRunning: true,
    turn: null,
    prompts: { held: ["p2"], withdrawn: [] },
  });
  expect(shelfOf(state)).toBe("archived");
  expect(statusOf(state)).toMatchObject({ word: "archived" });
  expect(nextStep(state)).toMatchObject({ type: "stop_run" });
  const back = doing(state, { type: "prompt", promptId: "p3", text: "again" });
  expect(back.events.map(({ type }) => type)).toEqual(["session_start", "prompt_queued"]);
  expect(shelfOf(back.state)).toBe("listed");
  expect(shelfOf(doing(state, { type: "unarchive" }).state)).toBe("listed");
  expect(doing(state, { type: "archive", stop: false }).events).toEqual([]);
});

test("a deleted session takes no command but to be restored, and is what it was when it is", () => {
  const before = foldBodies(created);
  const { state } = doing(before, trash());
  expect(summaryOf("s1", state)).toMatchObject({ shelf: "trash", trash: { batch: "b1", until: UNTIL } });
  const commands: Command[] = [
    { type: "prompt", promptId: "p9", text: "x" },
    { type: "rename", name: "x" },
    { type: "archive", stop: false },
    { type: "select" },
  ];
  for (const command of commands)
    expect(decide(state, command, ada), command.type).toMatchObject({
      rejection: { code: "in_trash", facts: { until: UNTIL } },
    });
  const restored = doing(state, { type: "restore" });
  expect(shelfOf(restored.state)).toBe("listed");
  expect(statusOf(restored.state)).toMatchObject({ word: "stopped", reason: { text: "session restored" } });
  expect(doing(restored.state, { type: "prompt", promptId: "p9", text: "x" }).state.prompt.queue).toHaveLength(1);
});

test("a session whose name is taken by now comes back under another one, in the same commit", () => {
  const { state } = doing(foldBodies(created), trash());
  const back = doing(state, { type: "restore", name: "fix-2" });
  expect(back.events.map(({ type }) => type)).toEqual(["restored", "renamed"]);
  expect([shelfOf(back.state), back.state.lifecycle.name]).toEqual(["listed", "fix-2"]);
  expect(doing(back.state, { type: "restore", name: "fix-3" }).events).toEqual([]);
});

test("a session that works is archived only by who says that it may be stopped", () => {
  const state = foldBodies(...running);
  expect(decide(state, { type: "archive", stop: false }, ada)).toMatchObject({
    rejection: { code: "turn_running", facts: { turn: "t1" } },
  });
  expect(doing(state, { type: "archive", stop: true }).outcome).toMatchObject({ turn: "t1" });
});

test("a session that works is deleted only by who says that it may be stopped", () => {
  const state = foldBodies(...running);
  expect(decide(state, trash(), ada)).toMatchObject({ rejection: { code: "turn_running" } });
  expect(shelfOf(doing(state, trash(true)).state)).toBe("trash");
});

test("a name is changed, or taken away; the same name again is no news", () => {
  const { state } = doing(foldBodies(created), { type: "rename", name: "fix" });
  expect(state.lifecycle.name).toBe("fix");
  expect(doing(state, { type: "rename", name: "fix" }).events).toEqual([]);
  expect(doing(state, { type: "rename", name: null }).state.lifecycle.name).toBeNull();
});

test("whatever happened before, what is put into the trash and taken out again has the same conversation, turns and bill", () => {
  fc.assert(
    fc.property(anyLog(), (events) => {
      const before = fold([...place([created]), ...place(events, 1)]);
      const away = fold(place([body("trashed", { batch: "b", until: UNTIL }, ada)], before.head), before);
      const back = fold(place([body("restored", {}, ada)], away.head), away);
      for (const aspect of ["prompt", "turn", "message", "binding", "usage", "permission"] as const)
        expect(back[aspect]).toEqual(before[aspect]);
      // A snooze ends with it.
      const awake = { ...before, arrangement: { ...before.arrangement, snooze: null } };
      expect(nextStep(away)).toEqual(nextStep(awake));
    }),
  );
});
