// What is written into a form is what the agent gets.
import { expect, test } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import { until } from "../kit/until.ts";
import { asking } from "./asking.ts";
import { formQuestion } from "./form-question.ts";

type Options = readonly { readonly value: string; readonly label: string }[];

const form = (options: Options, isOpen = false): Fact =>
  formQuestion("f1", { title: "A question", detail: "How many replicas?" }, [
    { id: "answer", label: "How many replicas?", kind: "choice", options: [...options], isOpen, isRequired: true },
  ]);

const same = (...texts: string[]): Options => texts.map((text) => ({ value: text, label: text }));
const COUNTS = same("1", "3", "5");

async function filling(...about: Parameters<typeof form>) {
  const cli = await asking(form(...about));
  const set = (value: string) => cli.run(["answer", "--question", "f1", "--set", `answer=${value}`, "--no-color"]);
  return { ...cli, set };
}

test("--set sends the value that was written, also where another option has that number, and says what it filled in", async () => {
  const { set, heard } = await filling(COUNTS);
  const { code, out } = await set("3");
  expect([code, out]).toEqual([0, expect.stringContaining("answered: Answer\nHow many replicas? 3\n")]);
  await until("the answer", () => heard().length === 1);
  expect(heard()).toMatchObject([{ content: { answer: "3" } }]);
});

test("--set takes no number in place of an option; words of one's own are taken where they may be", async () => {
  const closed = await filling(same("red", "green"));
  expect(await closed.set("2")).toMatchObject({
    code: 2,
    err: expect.stringContaining('"2" is not one of: red, green'),
  });
  expect(closed.heard()).toEqual([]);
  const open = await filling(same("red", "green"), true);
  expect((await open.set("2")).code).toBe(0);
  await until("the answer", () => open.heard().length === 1);
  expect(open.heard()).toMatchObject([{ content: { answer: "2" } }]);
});

test("what an option is called and another one means is refused", async () => {
  const { set, heard } = await filling([
    { value: "yes", label: "No" },
    { value: "no", label: "Yes" },
  ]);
  expect(await set("no")).toMatchObject({ code: 2, err: expect.stringContaining('"no" could be: No (yes), Yes (no)') });
  expect(heard()).toEqual([]);
});

test("where options are numbers they have no others, and what is typed is what is sent and shown", async () => {
  const { start, heard } = await filling(COUNTS);
  const running = start(["answer", "--no-color"], { isTerminal: true });
  await until("the question", () => running.out().includes("1|4|5 › "));
  running.type("1\n");
  await until("the field", () => running.out().includes("  -  3\n"));
  running.type("3\n");
  expect((await running.result).out).toContain("How many replicas? 3\n");
  await until("the answer", () => heard().length === 1);
  expect(heard()).toMatchObject([{ content: { answer: "3" } }]);
});

test("an option that is chosen by its number is named", async () => {
  const { start, heard } = await filling([...same("red"), { value: "g", label: "green" }]);
  const running = start(["answer", "--no-color"], { isTerminal: true });
  await until("the question", () => running.out().includes("1|4|5 › "));
  running.type("1\n");
  await until("the field", () => running.out().includes("  2  green\n"));
  running.type("2\n");
  expect((await running.result).out).toContain("How many replicas? green (g)\n");
  await until("the answer", () => heard().length === 1);
  expect(heard()).toMatchObject([{ content: { answer: "g" } }]);
});

const ORDER = formQuestion("f1", { title: "An order", detail: "Name\nSize: S, L" }, [
  { id: "size", label: "Size", kind: "choice", options: [...same("S", "L")] },
  { id: "name", label: "Name", kind: "text", isRequired: true },
]);

async function ordering() {
  const cli = await asking(ORDER);
  await cli.daemon.client.rename(cli.session, "docs");
  return cli;
}

test.for([[["answer", "docs"]], [["wait", "docs"]]])(
  "a question that is no permission is not called one, and what it takes is said: %j",
  async ([words = []]) => {
    const { run } = await ordering();
    const { err } = await run(words);
    expect(err).toMatch(/^error: docs asks: An order\n/);
    expect(err).toContain(
      "fix: fill it in, with --set name=… (also: size) behind this: skein answer docs --question f1\n",
    );
    expect((await run(["show", "docs"])).out).toContain("question: An order");
  },
);

test.for([
  [
    ["--once"],
    "the answer must name the question",
    "read it, then fill it in, with --set name=… (also: size) behind this: ",
  ],
  [
    ["--question", "f1", "--for-session"],
    "this question asks for information, not for permission",
    "fill it in: --set name=… (also: size)",
  ],
  [
    ["--question", "f1", "Ada"],
    '"Ada" is no answer here',
    "fill it in: --set name=… (also: size); or choose one of: 1",
  ],
  [["--question", "f1", "--set", "size=XL"], '--set size: "XL" is not one of: S, L', "for example: --set size=S\n"],
  [["--question", "f1", "--set", "colour=red"], `--set can't be "colour=red"`, "write --set name=… (also: size)\n"],
])("skein answer docs %j is refused with what fills it in", async ([words = [], error = "", fix = ""]) => {
  const { run, heard } = await ordering();
  const { code, err } = await run(["answer", "docs", ...(words as string[])]);
  expect(code).toBe(2);
  expect(err).toContain(`error: ${error as string}`);
  expect(err).toContain(`fix: ${fix as string}`);
  expect(heard()).toEqual([]);
});

test("what was filled in is in the transcript", async () => {
  const { run, heard } = await ordering();
  await run(["answer", "docs", "--question", "f1", "--set", "name=Ada", "--set", "size=L"]);
  await until("the answer", () => heard().length === 1);
  expect((await run(["show", "docs"])).out).toMatch(/│ answered: Answer · by cli\n│ {3}Size: L\n│ {3}Name: Ada\n/);
});
