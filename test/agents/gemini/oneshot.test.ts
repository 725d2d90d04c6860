// Gemini CLI with a process per prompt: how it is started, and what its end means.
import { expect, test } from "vitest";
import { createRegistry } from "../../../src/agents/index.ts";
import { contextFor } from "../../contracts/recording.ts";

const driver = createRegistry({ programs: "/opt/skein" }).get("gemini", "oneshot")!;
const context = contextFor("r1");
const prompt = { promptId: "p1", text: "go" };

const argvOf = (change: Partial<typeof context> = {}) => driver.launch({ ...context, ...change }).argv.slice(4);

test("[C-02] a first process names the conversation, a later one resumes it", () => {
  const begin = ["/files", "/bin/agent", "-o", "stream-json"];
  expect(argvOf()).toEqual([...begin, "--session-id", context.newNativeId]);
  expect(argvOf({ nativeId: "00000000-0000-4000-8000-000000000001" })).toEqual([
    ...begin,
    "--resume=00000000-0000-4000-8000-000000000001",
  ]);
  expect(driver.launch(context).env).toMatchObject({ GEMINI_CLI_NO_RELAUNCH: "true" });
});

test.for([
  [{ mode: "ask" }, ["--approval-mode", "default"]],
  [{ mode: "code" }, ["--approval-mode", "auto_edit"]],
  [{ mode: "plan", model: "gemini-2.5-flash" }, ["--approval-mode", "plan", "--model", "gemini-2.5-flash"]],
  [{ mode: "auto" }, ["--approval-mode", "yolo"]],
] as const)("[C-22] %j is said in its words", ([wish, flags]) => {
  expect(argvOf(wish).slice(4, -2)).toEqual(flags);
});

test.for([
  ["/help me", " /help me"],
  ["--help", "--help"],
  ["  two\nlines\n", "  two\nlines\n"],
] as const)("[C-08] it gets %j on its stdin", ([text, stdin]) => {
  expect(driver.stdin({ promptId: "p1", text })).toBe(stdin);
});

const endOf = (change: Partial<typeof context>, ending: { code: number; stderr: string; isStopped?: boolean }) =>
  driver.ended(driver.open({ ...context, ...change }, prompt).state, { isStopped: false, ...ending });

test("[A-17] a conversation that is gone is a failed resume, with how to keep others; its turn fails with it", () => {
  const stderr =
    'Error resuming session: Invalid session identifier "00000000-0000-4000-8000-000000000001".\n  Searched for sessions in /x/chats.\n';
  const message = "Gemini CLI no longer has the conversation 00000000-0000-4000-8000-000000000001.";
  expect(endOf({ nativeId: "00000000-0000-4000-8000-000000000001" }, { code: 42, stderr })).toEqual([
    { type: "resume_failed", message, hint: expect.stringMatching(/skein new.*sessionRetention/) },
    { type: "turn_end", reason: "failed", error: message },
  ]);
});

test("a login that is missing, and everything else that keeps it from starting, is said in one sentence", () => {
  const login =
    "Warning: 256-color support not detected.\nPlease set an Auth method in your settings\nand try again!\n";
  expect(endOf({}, { code: 41, stderr: login })).toMatchObject([
    {
      type: "error",
      data: {
        code: "not_logged_in",
        message: "Gemini CLI is not logged in: Please set an Auth method in your settings and try again!",
        hint: expect.stringContaining("GEMINI_API_KEY"),
      },
    },
    { type: "turn_end", reason: "failed" },
  ]);
  expect(endOf({}, { code: 1, stderr: "Unknown argument: o\n" })).toMatchObject([
    { type: "error", data: { code: "start_failed", message: "Gemini CLI could not start: Unknown argument: o" } },
    { type: "turn_end", reason: "failed" },
  ]);
  expect(endOf({}, { code: 1, stderr: "", isStopped: true })).toEqual([]);
});

const init = JSON.stringify({ type: "init", session_id: context.newNativeId, model: "gemini-2.5-pro" });
const factsOf = (...lines: object[]) => {
  let { state } = driver.read(driver.open(context, prompt).state, init);
  const facts = lines.flatMap((line) => {
    const reaction = driver.read(state, JSON.stringify(line));
    state = reaction.state;
    return reaction.facts;
  });
  return { facts, state };
};

test("a first turn that failed without a word has left no conversation; one that was stopped has", () => {
  const failed = factsOf({ type: "result", status: "error", error: { type: "unknown", message: "[API Error: no]" } });
  expect(failed.facts.map(({ type }) => type)).toEqual(["error", "turn_end"]);
  const stopped = driver.ended(factsOf().state, { code: 0, stderr: "", isStopped: true });
  expect(stopped).toMatchObject([{ type: "bound", nativeId: context.newNativeId, model: "gemini-2.5-pro" }]);
});

test("a turn that ended at a limit of its own says so, also where its end does not", () => {
  const trouble = { type: "error", severity: "error", message: "Maximum session turns exceeded" };
  expect(factsOf(trouble, { type: "result", status: "success" }).facts.at(-1)).toEqual({
    ...{ type: "turn_end", reason: "limit" },
    error: "Maximum session turns exceeded",
  });
  const blocked = { type: "error", severity: "error", message: "The answer was blocked." };
  expect(factsOf(blocked, { type: "result", status: "error" }).facts.at(-1)).toEqual({
    ...{ type: "turn_end", reason: "failed" },
    error: "The answer was blocked.",
  });
});
