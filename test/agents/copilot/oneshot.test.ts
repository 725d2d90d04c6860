// Copilot CLI with a process per prompt: how it is started, what its end means, and what a turn of it used.
import { expect, test } from "vitest";
import { createRegistry } from "../../../src/agents/index.ts";
import { contextFor, readRecording } from "../../contracts/recording.ts";

const driver = createRegistry({ programs: "/opt/skein" }).get("copilot", "oneshot")!;
const context = contextFor("r1");
const prompt = { promptId: "p1", text: "go" };

const argvOf = (change: Partial<typeof context> = {}) => driver.launch({ ...context, ...change }).argv.slice(4);

test("[C-02] a first process names the conversation, a later one resumes it", () => {
  const begin = ["/files", "/bin/agent", "--output-format", "json"];
  expect(argvOf()).toEqual([...begin, `--session-id=${context.newNativeId}`]);
  expect(argvOf({ nativeId: "00000000-0000-4000-8000-000000000001" })).toEqual([
    ...begin,
    "--resume=00000000-0000-4000-8000-000000000001",
  ]);
});

test.for([
  [{ mode: "ask" }, ["--mode", "interactive"]],
  [{ mode: "code" }, ["--mode", "interactive", "--allow-tool=write"]],
  [{ mode: "plan", model: "gpt-5.4" }, ["--mode", "plan", "--model", "gpt-5.4"]],
  [{ mode: "auto" }, ["--mode", "interactive", "--allow-all"]],
] as const)(
  "[C-22] %j is said in its words, each time, and no variable of the person's outdoes it",
  ([wish, flags]) => {
    expect(argvOf(wish).slice(4, -1)).toEqual(flags);
    const { env } = driver.launch({ ...context, ...wish });
    expect(env).toEqual(wish.mode === "auto" ? {} : { COPILOT_ALLOW_ALL: "false" });
  },
);

const endOf = (change: Partial<typeof context>, stderr: string) => {
  const { state } = driver.open({ ...context, ...change }, prompt);
  // What we add at the end of the process comes in any case.
  const told = driver.read(state, '{"type":"skein.usage","totals":null}');
  return [...told.facts, ...driver.ended(told.state, { code: 1, stderr, isStopped: false })];
};

test("[A-17] a conversation that is gone is a failed resume; its turn fails with it", () => {
  const message = "Copilot CLI no longer has the conversation 00000000-0000-4000-8000-000000000001.";
  expect(
    endOf(
      { nativeId: "00000000-0000-4000-8000-000000000001" },
      "Error: No session, task, or name matched '00000000-0000-4000-8000-000000000001'.\n\nTo resume: …\n",
    ),
  ).toEqual([
    { type: "resume_failed", message, hint: "start a new session: skein new" },
    { type: "turn_end", reason: "failed", error: message },
  ]);
});

test("a login that is missing, and everything else that keeps it from starting, is said in one sentence", () => {
  expect(endOf({}, "Error: No authentication information found.\n\nCopilot can be …\n")).toMatchObject([
    {
      type: "error",
      data: {
        code: "not_logged_in",
        message: "Copilot CLI is not logged in: No authentication information found.",
        hint: "copilot login",
      },
    },
    { type: "turn_end", reason: "failed" },
  ]);
  expect(endOf({}, "error: unexpected argument '--mode' found\n")).toMatchObject([
    { type: "error", data: { code: "start_failed", message: expect.stringContaining("unexpected argument '--mode'") } },
    { type: "turn_end", reason: "failed" },
  ]);
});

const recorded = readRecording("test/recordings/copilot-1.0.102/oneshot-resume.jsonl").flatMap((step) =>
  "out" in step ? [step.out] : [],
);

function readAll(lines: readonly string[], spent = context.spent) {
  let { state } = driver.open({ ...context, nativeId: "00000000-0000-4000-8000-000000000001", spent }, prompt);
  const facts = lines.flatMap((line) => {
    const reaction = driver.read(state, line);
    state = reaction.state;
    return reaction.facts;
  });
  return { facts, state };
}

test("a turn used what is more than the conversation had used before", () => {
  const { facts } = readAll(recorded, { inputTokens: 1310, outputTokens: 150, costUsd: 0 });
  expect(facts).toContainEqual({ type: "usage", inputTokens: 300, outputTokens: 40 });
});

test("a process that is gone before it told what it used has still ended its turn", () => {
  const { facts, state } = readAll(recorded.slice(0, -1));
  expect(facts.map(({ type }) => type)).not.toContain("turn_end");
  expect(driver.ended(state, { code: null, stderr: "", isStopped: false })).toEqual([
    { type: "turn_end", reason: "completed" },
  ]);
});

test("a turn that a signal ended is interrupted, whatever the program says of its end", () => {
  const abort = JSON.stringify({ type: "abort", data: { reason: "user_abort" } });
  expect(readAll([...recorded.slice(0, -2), abort, ...recorded.slice(-2)]).facts.at(-1)).toEqual({
    ...{ type: "turn_end", reason: "interrupted" },
  });
});
