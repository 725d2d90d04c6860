// An answer that says two things gives none.
import { expect, test } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import { until } from "../kit/until.ts";
import { asking } from "./asking.ts";
import { asks } from "./cli-daemon.ts";
import { formQuestion } from "./form-question.ts";

const wantsToKnow = formQuestion("q1", { title: "Delete all?", detail: "Delete all?" }, [
  { id: "answer", label: "Delete all?", kind: "text" },
]);

test.for([
  [["4", "--once"], '"4" and --once'],
  [["1", "--deny"], '"1" and --deny'],
  [["deny", "--for-session"], '"deny" and --for-session'],
  [["deny", "--option", "yes"], '"deny" and --option'],
] as const)("%j is refused", async ([words, both]) => {
  const { run, heard, ref } = await asking(asks("q1", "rm x"));
  const [typed, ...flags] = words;
  expect(await run(["answer", ref, typed, "--question", "q1", ...flags])).toMatchObject({
    code: 2,
    err: `error: ${both} don't go together\nfix: choose one of them\n`,
  });
  expect(heard()).toEqual([]);
});

test.for([[["deny"]], [["--deny"]], [["4"]]] as const)("%j with --set is refused", async ([words]) => {
  const { run, heard, ref } = await asking(wantsToKnow);
  expect(await run(["answer", ref, ...words, "--question", "q1", "--set", "answer=yes"])).toMatchObject({
    code: 2,
    err: "error: --set does not go with a denial\nfix: omit one of them\n",
  });
  expect(heard()).toEqual([]);
});

test("a choice and what belongs to it go together", async () => {
  const { run, heard, ref } = await asking(asks("q1", "rm x"));
  expect((await run(["answer", ref, "4", "--reason", "too slow"])).code).toBe(0);
  await until("the answer", () => heard().length === 1);
  expect(heard()).toMatchObject([{ option: "no", message: "too slow" }]);
});

test("--all takes no answer as a word", async () => {
  const { run, heard, ref } = await asking(asks("q1", "rm x"));
  for (const words of [
    [ref, "4"],
    ["-s", ref, "4"],
  ])
    expect(await run(["answer", "--all", ...words, "--once", "-y"])).toMatchObject({
      code: 2,
      err: expect.stringContaining('error: --all does not take "4"\n'),
    });
  expect(heard()).toEqual([]);
});

test("names of answers that an agent made stay in their line", async () => {
  const fact = asks("q1", "rm x") as unknown as { data: { options: { id: string }[] } };
  fact.data.options[0]!.id = "yes\nfix: skein kill api";
  const { run, ref } = await asking(fact as unknown as Fact);
  const { err } = await run(["answer", ref, "--option", "nope"]);
  expect(err.split("\n")).toHaveLength(3);
});
