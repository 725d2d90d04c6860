// How Claude Code is found and started, and how a prompt gets to it exactly.
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { contextFor } from "../../contracts/recording.ts";
import { tempDir } from "../../kit/temp-dir.ts";
import { oneshot, stream } from "./life.ts";

const context = contextFor("r1");
const output = ["--output-format", "stream-json", "--verbose", "--include-partial-messages"];
const reading = ["--allowedTools", "Read(//files/**)"];
const planning = ["--settings", '{"useAutoModeDuringPlan":false}'];
const both = ["--input-format", "stream-json", "--replay-user-messages", "--permission-prompt-tool", "stdio"];

test("[C-02] [A-17] a first process names the conversation, a later one resumes it", () => {
  const begin = ["/bin/agent", "-p", ...output, ...reading, ...planning];
  expect(oneshot.launch(context)).toEqual({ argv: [...begin, "--session-id", context.newNativeId], env: {} });
  expect(oneshot.launch({ ...context, nativeId: "00000000-0000-4000-8000-000000000001" }).argv).toEqual([
    ...begin,
    "--resume=00000000-0000-4000-8000-000000000001",
  ]);
});

test("a long-lived process speaks stream-json both ways and asks on its stdio", () => {
  const begin = ["/bin/agent", "-p", ...both, ...output, ...reading, ...planning];
  expect(stream.launch(context)).toEqual({ argv: [...begin, "--session-id", context.newNativeId], env: {} });
  expect(stream.launch({ ...context, nativeId: "00000000-0000-4000-8000-000000000001" }).argv).toEqual([
    ...begin,
    "--resume=00000000-0000-4000-8000-000000000001",
  ]);
});

const fork = {
  nativeId: "00000000-0000-4000-8000-000000000001",
  mark: "00000000-0000-4000-8000-000000000003",
  nextMark: null,
  isWhole: true,
  spent: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
};

test("[A-25] the first process of a fork branches off at its mark under a name of its own; later ones resume that", () => {
  const branch = [
    "--resume=00000000-0000-4000-8000-000000000001",
    "--fork-session",
    "--session-id",
    context.newNativeId,
  ];
  for (const driver of [stream, oneshot]) {
    expect(driver.launch({ ...context, fork }).argv.slice(-5)).toEqual([
      ...branch,
      "--resume-session-at=00000000-0000-4000-8000-000000000003",
    ]);
    expect(driver.launch({ ...context, fork: { ...fork, mark: null } }).argv.slice(-4)).toEqual(branch);
    expect(driver.launch({ ...context, nativeId: "00000000-0000-4000-8000-000000000002" }).argv.slice(-1)).toEqual([
      "--resume=00000000-0000-4000-8000-000000000002",
    ]);
  }
});

test("[A-25] a fork whose source or place is gone says what it looked for, and that is no conversation of its own", () => {
  const ending = { code: 1, isStopped: false };
  const factsFor = (stderr: string) =>
    stream.ended(stream.open({ ...context, fork }, null).state, { ...ending, stderr });
  expect(factsFor("No conversation found with session ID: 00000000-0000-4000-8000-000000000001")).toMatchObject([
    {
      type: "resume_failed",
      message: "Claude Code no longer has the conversation 00000000-0000-4000-8000-000000000001.",
    },
  ]);
  expect(factsFor("No message found with message.uuid of: m1")).toMatchObject([
    {
      type: "resume_failed",
      message: "Claude Code no longer has this point in the conversation 00000000-0000-4000-8000-000000000001.",
    },
  ]);
});

test.for([
  [{ mode: null, model: null }, []],
  [{ mode: "ask", model: null }, ["--permission-mode", "default"]],
  [{ mode: "code", model: null }, ["--permission-mode", "acceptEdits"]],
  [{ mode: "plan", model: "opus" }, ["--permission-mode", "plan", "--model", "opus"]],
  [{ mode: "auto", model: null }, ["--dangerously-skip-permissions"]],
] as const)("[C-22] %j is said in its words, and only auto skips permissions", ([wish, flags]) => {
  for (const driver of [stream, oneshot]) {
    const plain = driver.launch(context).argv;
    expect(driver.launch({ ...context, ...wish }).argv).toEqual(
      plain.toSpliced(plain.indexOf("--session-id"), 0, ...flags),
    );
  }
});

test("[C-01] both ways can resume, set mode and model; only the long-lived one can be asked, interrupted and spoken to", () => {
  const common = { resume: true, files: ["*/*"], models: true };
  expect(stream.capabilities).toMatchObject({ ...common, approvals: true, interrupt: true, steer: true });
  expect(oneshot.capabilities).toMatchObject({ ...common, approvals: false, interrupt: false, steer: false });
});

test("it is found on the client's PATH, else it says where it looked and how to get it", async () => {
  const directory = tempDir();
  const install = "npm install -g @anthropic-ai/claude-code";
  const path = join(directory, "claude");
  expect(await stream.find({ PATH: directory })).toEqual({ kind: "missing", tried: [path], install });
  writeFileSync(path, "#!/bin/sh\n");
  chmodSync(path, 0o755);
  expect(await stream.find({ PATH: directory })).toEqual({ kind: "found", path, version: null });
});

test("a prompt goes out as it is, under its own id", () => {
  const { state } = stream.open(context, null);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const [line = ""] = stream.deliver(state, { promptId: "p1", text }).writes;
      const { uuid, message } = JSON.parse(line);
      expect(uuid).toBe("p1");
      expect(message.content[0]).toEqual({ type: "text", text });
      expect(message.content.slice(1).every((one: { text: string }) => one.text === "")).toBe(true);
    }),
  );
});

test.for([
  ["/help me", true],
  ["/tmp/notes.txt is full", true],
  [" \n/clear", true],
  ["--help", false],
  ["see /tmp", false],
  ["", false],
] as const)("%j is a prompt and no command", ([text, isGuarded]) => {
  const { state } = stream.open(context, null);
  const [line = ""] = stream.deliver(state, { promptId: "p1", text }).writes;
  // Its last text block is what it looks at for a command, and an empty one never reaches the model.
  const guard = isGuarded ? [{ type: "text", text: "" }] : [];
  expect(JSON.parse(line).message.content).toEqual([{ type: "text", text }, ...guard]);
});

test.for([
  ["/help me", " /help me"],
  ["--help", "--help"],
  [" /clear\n", " /clear\n"],
  ["two\nlines\n", "two\nlines\n"],
] as const)("[C-08] a one-shot process gets %j on its stdin", ([text, stdin]) => {
  expect(oneshot.stdin({ promptId: "p1", text })).toBe(stdin);
});

const file = (name: string, mediaType: string, bytes = 3) => ({
  ...{ name, mediaType, bytes, path: `/files/2-1/${name}` },
  base64: () => "AQID",
});

test("[M-28] images that the model takes are in the message, other files are told by their path, and no words need to be there", () => {
  const { state } = stream.open(context, null);
  const contentOf = (text: string, ...files: ReturnType<typeof file>[]) =>
    JSON.parse(stream.deliver(state, { promptId: "p1", text, files }).writes[0] ?? "").message.content;
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AQID" } };
  const mention = "Files attached to this message:\n- a.pdf (application/pdf): /files/2-1/a.pdf";
  expect(contentOf("look", file("a.png", "image/png"), file("a.pdf", "application/pdf"))).toEqual([
    image,
    { type: "text", text: mention },
    { type: "text", text: "look" },
  ]);
  expect(contentOf("", file("a.png", "image/png"))).toEqual([image]);
  expect(contentOf("/x", file("a.png", "image/png")).slice(1)).toEqual([
    { type: "text", text: "/x" },
    { type: "text", text: "" },
  ]);
  // The vendor would refuse so large an image, then and ever after.
  expect(contentOf("", file("a.png", "image/png", 4_000_000))).toMatchObject([{ type: "text" }]);
  expect(contentOf("", file("a.svg", "image/svg+xml"))).toMatchObject([{ type: "text" }]);
});

test("[M-28] a process for each prompt is told all files by their path", () => {
  const files = [file("a.png", "image/png")];
  const mention = "Files attached to this message:\n- a.png (image/png): /files/2-1/a.png";
  expect(oneshot.stdin({ promptId: "p1", text: "/look", files })).toBe(`${mention}\n\n/look`);
  expect(oneshot.stdin({ promptId: "p1", text: "", files })).toBe(mention);
});

test("[M-28] what a person has sent is read without asking, unless its directory can't be written as a rule", () => {
  const rules = (filesDir: string) => stream.launch({ ...context, filesDir }).argv.filter((word) => /^Read/.test(word));
  expect(rules("/home/ada/.skein/runs/r1/files")).toEqual(["Read(//home/ada/.skein/runs/r1/files/**)"]);
  for (const odd of ["/a b/files", "/a)/files", "/a,b/files", "/*/files"]) expect(rules(odd)).toEqual([]);
});
