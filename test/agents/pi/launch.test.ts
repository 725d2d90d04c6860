import { expect, test } from "vitest";
import { createPiDriver } from "../../../src/agents/pi/driver.ts";
import { modelsIn } from "../../../src/agents/pi/program.ts";
import { contextFor } from "../../contracts/recording.ts";
import { Life, stateAt } from "./life.ts";

const stream = createPiDriver({ transport: "stream", programs: "/programs" });
const oneshot = createPiDriver({ transport: "oneshot", programs: "/programs" });
const context = contextFor("r1");
const extension = ["--extension", "/programs/pi-approvals.mjs"];
const spent = { inputTokens: 0, outputTokens: 0, costUsd: 0 };
const fork = { nativeId: "00000000-0000-4000-8000-000000000006", mark: "m1", nextMark: null, isWhole: true, spent };

test("[R-18] a new conversation has the name that Skein gave it, and is on disk from its first word on", () => {
  expect(stream.launch(context).argv).toEqual([
    ...["/bin/agent", "--mode", "rpc", ...extension, "--skein-mode", "ask"],
    ...["--fork", "/programs/pi-new-session.jsonl", "--session-id", context.newNativeId],
  ]);
});

test("[R-19] a resumed conversation must be there: nothing blank is begun in its place", () => {
  const { argv } = oneshot.launch({
    ...context,
    nativeId: "00000000-0000-4000-8000-000000000001",
    mode: "auto",
    model: "some/model",
  });
  expect(argv).toEqual([
    ...["/bin/agent", "--mode", "json", "--print", ...extension, "--skein-mode", "auto", "--model", "some/model"],
    ...["--session", "00000000-0000-4000-8000-000000000001"],
  ]);
});

test("[A-25] a fork is a copy with a name of its own; a long-lived process goes to its place before it is ready", () => {
  expect(stream.launch({ ...context, fork }).argv.slice(-4)).toEqual([
    ...["--fork", "00000000-0000-4000-8000-000000000006", "--session-id", context.newNativeId],
  ]);
  const life = new Life({ fork });
  expect(life.opening.writes).toEqual([expect.objectContaining({ message: '/skein {"place":"m1"}' })]);
  const entry = { type: "custom", customType: "skein-fork", id: "e1" };
  expect(life.print({ type: "response", id: "place-1", command: "prompt", success: true }).facts).toEqual([]);
  expect(life.print({ type: "entry_appended", entry }).writes).toEqual([
    { id: "list", type: "get_commands" },
    { id: "open-2", type: "get_state" },
  ]);
  const opened = { type: "response", id: "open-2", command: "get_state", success: true, data: stateAt("rest") };
  expect(life.print(opened).facts).toEqual([
    { type: "bound", nativeId: "00000000-0000-4000-8000-000000000001", provenance: "assigned", model: "some/model" },
  ]);
});

test("[A-25] a fork whose place is gone fails, and is never ready", () => {
  const life = new Life({ fork });
  const error = {
    type: "extension_error",
    extensionPath: "command:skein",
    event: "command",
    error: "Entry m1 not found",
  };
  const { facts, writes } = life.print(error, { type: "response", id: "place-1", command: "prompt", success: true });
  expect(facts).toEqual([
    expect.objectContaining({
      type: "resume_failed",
      message: expect.stringContaining("00000000-0000-4000-8000-000000000006"),
    }),
  ]);
  expect(writes).toEqual([]);
});

test("[A-25] a process per prompt is told where its fork must begin", () => {
  expect(oneshot.launch({ ...context, fork }).argv.slice(-2)).toEqual(["--skein-place", "m1"]);
  expect(oneshot.launch({ ...context, fork: { ...fork, mark: null } }).argv).not.toContain("--skein-place");
});

test("[C-16] another mode is told to the running process; another model needs a new one", () => {
  const life = Life.atWork();
  expect(life.configure({ mode: "plan", model: null })?.writes).toEqual([
    expect.objectContaining({ type: "prompt", message: '/skein {"mode":"plan"}' }),
  ]);
  expect(life.configure({ mode: "plan", model: null })?.writes).toEqual([]);
  expect(life.configure({ mode: null, model: "some/other" })).toBeNull();
});

test("prompts that Pi would expand, run or trim travel between marks", () => {
  const life = Life.atWork();
  const messageOf = (text: string) => life.deliver("p2", text).writes[0]?.message;
  expect(messageOf("plain")).toBe("plain");
  expect(messageOf("/skill:x")).toBe("\u2063/skill:x\u2063");
  expect(messageOf("\u2063odd")).toBe("\u2063\u2063odd\u2063");
  expect(oneshot.stdin({ promptId: "p1", text: " blanks \n" })).toBe("\u2063 blanks \n\u2063");
});

test("what Pi lists are commands, but for the one by which Skein talks to its extension", () => {
  const life = Life.atWork();
  const commands = [{ name: "skein", source: "extension" }, { name: "greet", description: "Greets" }, { odd: true }];
  const list = { type: "response", id: "list", command: "get_commands" };
  expect(life.print({ ...list, success: true, data: { commands } }).facts).toEqual([
    { type: "commands", commands: [{ name: "greet", description: "Greets" }] },
  ]);
  expect(life.print({ ...list, success: false, error: "Unknown command" }).facts).toEqual([]);
});

test("images go into the prompt, other files are named", () => {
  const file = { name: "a.txt", mediaType: "text/plain", bytes: 1, path: "/files/a.txt", base64: () => "eA==" };
  const image = { ...file, name: "a.png", mediaType: "image/png", path: "/files/a.png" };
  const life = Life.atWork();
  const state = life.driver.open(context, null).state;
  const { writes } = life.driver.deliver(state, { promptId: "p1", text: "look", files: [file, image] });
  expect(JSON.parse(writes[0] ?? "")).toMatchObject({
    message: "Files attached to this message:\n- a.txt (text/plain): /files/a.txt\n\nlook",
    images: [{ type: "image", mimeType: "image/png", data: "eA==" }],
  });
});

test("models are read from the program's table; what is no table has none", () => {
  const table = "provider  model       context\nsome      model-a     200K\nother     a/b         1M\n";
  expect(modelsIn(table)).toEqual(["some/model-a", "other/a/b"]);
  expect(modelsIn("No models available. Use /login\n")).toEqual([]);
});

test("[C-16] a mode counts as set when Pi has taken the order: an extension that fails over it has refused it", () => {
  const life = new Life({ mode: "auto" });
  life.print({ type: "response", id: "open-1", command: "get_state", success: true, data: stateAt("rest") });
  const order = life.configure({ mode: "plan", model: null });
  const id = String(order?.writes[0]?.id);
  expect(life.isSettling).toBe(true);
  const failed = { type: "extension_error", extensionPath: "command:skein", event: "command", error: "no such mode" };
  expect(life.print(failed).facts).toMatchObject([
    { type: "error", data: { code: "mode_refused", message: "Pi refused the mode plan: no such mode" } },
  ]);
  // It says of every command that it was taken, also of one that failed.
  expect(life.confirm(id).facts).toEqual([]);
  expect(life.isSettling).toBe(false);
  expect(life.configure({ mode: "plan", model: null })?.writes).toHaveLength(1);
});
