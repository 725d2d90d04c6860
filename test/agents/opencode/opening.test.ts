// How OpenCode is started, and how a conversation is opened: a new one, an old one, a branch of one.
import { expect, test } from "vitest";
import { Life, oneshot, response, stream } from "./life.ts";

const hint = "start a new session: skein new";
const fork = (mark: string | null) => ({
  nativeId: "ses_0",
  mark,
  nextMark: null,
  isWhole: mark === null,
  spent: { inputTokens: 9, outputTokens: 9, costUsd: 9 },
});

test("the bridge is started with the program, and a mode is its environment", () => {
  const { argv, env } = stream.launch(new Life(stream).context);
  expect(argv).toEqual([process.execPath, "/opt/skein/opencode-bridge.cjs", "/bin/agent"]);
  expect(env).toEqual({});
  const inMode = (mode: string) => stream.launch({ ...new Life(stream).context, mode }).env.OPENCODE_PERMISSION;
  expect(JSON.parse(inMode("ask")!)).toMatchObject({ edit: "ask", bash: "ask" });
  expect(JSON.parse(inMode("code")!)).toMatchObject({ edit: "allow", bash: "ask" });
  expect(JSON.parse(inMode("plan")!)).toMatchObject({ edit: "deny", bash: "ask" });
  expect(JSON.parse(inMode("auto")!)).toMatchObject({ edit: "allow", bash: "allow" });
});

test("[C-10] a new conversation has the name that OpenCode gives it", () => {
  const life = new Life(stream);
  expect(life.writes).toEqual([{ id: "new:1", method: "POST", path: "/session", body: {} }]);
  expect(life.say(response("new:1", 200, { id: "ses_1" }))).toEqual([
    { type: "bound", nativeId: "ses_1", provenance: "reported" },
  ]);
});

test("[R-28] a conversation is looked for before it is gone on with; its model is known", () => {
  const life = new Life(stream, { nativeId: "ses_0" });
  expect(life.asked()).toEqual(["GET /session/ses_0"]);
  const body = { id: "ses_0", model: { id: "m/1", providerID: "v" } };
  expect(life.say(response("resume:1", 200, body))).toEqual([
    { type: "bound", nativeId: "ses_0", provenance: "reported", model: "v/m/1" },
  ]);
});

test("[A-17] one that is gone is a failed resume, and nothing is begun in its place", () => {
  const life = new Life(stream, { nativeId: "ses_0" });
  life.asked();
  const gone = { name: "NotFoundError", data: { message: "Session not found" } };
  expect(life.say(response("resume:1", 404, gone))).toEqual([
    { type: "resume_failed", message: "OpenCode no longer has the conversation ses_0.", hint },
  ]);
  expect(life.asked()).toEqual([]);
});

test("[A-25] a fork takes everything up to its mark, whatever was said behind it since", () => {
  const life = new Life(stream, { fork: fork("msg_2") });
  expect(life.writes).toMatchObject([{ path: "/session/ses_0/message", pluck: "info.id" }]);
  life.say(response("place:1", 200, ["msg_1", "msg_2", "msg_3", "msg_4"]));
  expect(life.writes.at(-1)).toMatchObject({ path: "/session/ses_0/fork", body: { messageID: "msg_3" } });
  expect(life.say(response("fork:2", 200, { id: "ses_1" }))).toMatchObject([{ type: "bound", nativeId: "ses_1" }]);
});

test("[A-25] a fork of all that was said names no message", () => {
  const life = new Life(stream, { fork: fork("msg_2") });
  life.say(response("place:1", 200, ["msg_1", "msg_2"]));
  expect(life.writes.at(-1)).toMatchObject({ path: "/session/ses_0/fork", body: {} });
  expect(new Life(stream, { fork: fork(null) }).asked()).toEqual(["POST /session/ses_0/fork"]);
});

test("[A-25] a fork whose place or source is gone is a failed resume", () => {
  const place = new Life(stream, { fork: fork("msg_2") });
  expect(place.say(response("place:1", 200, ["msg_1"]))).toEqual([
    { type: "resume_failed", message: "OpenCode no longer has this point in the conversation ses_0.", hint },
  ]);
  const source = new Life(stream, { fork: fork("msg_2") });
  expect(source.say(response("place:1", 404))).toMatchObject([{ type: "resume_failed" }]);
});

test("[C-13] a server that can't open a conversation, or never answers, says why", () => {
  const refused = new Life(stream).say(response("new:1", 500, { data: { message: "the disk is full" } }));
  expect(refused).toMatchObject([
    {
      type: "error",
      data: { code: "start_failed", message: "OpenCode could not open a conversation: the disk is full" },
    },
  ]);
  const ending = {
    code: 1,
    stderr: "\u001b[91mError: \u001b[0mUnexpected error\n\nunknown command serve\n  at x\n",
    isStopped: false,
  };
  expect(stream.ended(new Life(stream).state, ending)).toMatchObject([
    {
      type: "error",
      data: { code: "start_failed", message: "OpenCode ended before it was ready: unknown command serve" },
    },
  ]);
  expect(stream.ended(new Life(stream).state, { ...ending, isStopped: true })).toEqual([]);
  // It is worth another try.
  for (const stderr of ["database is locked", "Failed query: \n        CREATE TABLE `workspace` ("])
    expect(stream.ended(new Life(stream).state, { ...ending, stderr })).toEqual([]);
});

test("a process for each prompt is told what to go on with, and how", () => {
  const { context } = new Life(oneshot);
  const argv = (more: object) => oneshot.launch({ ...context, ...more }).argv.slice(5);
  expect(argv({})).toEqual([]);
  expect(argv({ nativeId: "ses_0", mode: "auto" })).toEqual(["--auto", "--session=ses_0"]);
  expect(argv({ fork: fork("msg_1"), mode: "plan" })).toEqual(["--agent", "plan", "--session=ses_0", "--fork"]);
  expect(argv({ model: "v/m" })).toEqual(["--model", "v/m"]);
});

test("the names of models are read from what the program prints", () => {
  const { models } = stream.probe;
  expect(models && "read" in models && models.read("v/m-1\n\nv/m/2 \nModels cache refreshed\n")).toEqual([
    "v/m-1",
    "v/m/2",
  ]);
});
