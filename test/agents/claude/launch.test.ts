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
const both = ["--input-format", "stream-json", "--replay-user-messages", "--permission-prompt-tool", "stdio"];

test("[C-02] [A-17] a first process names the conversation, a later one resumes it", () => {
  const begin = ["/bin/agent", "-p", ...output];
  expect(oneshot.launch(context)).toEqual({ argv: [...begin, "--session-id", context.newNativeId], env: {} });
  expect(oneshot.launch({ ...context, nativeId: "n1" }).argv).toEqual([...begin, "--resume", "n1"]);
});

test("a long-lived process speaks stream-json both ways and asks on its stdio", () => {
  const begin = ["/bin/agent", "-p", ...both, ...output];
  expect(stream.launch(context)).toEqual({ argv: [...begin, "--session-id", context.newNativeId], env: {} });
  expect(stream.launch({ ...context, nativeId: "n1" }).argv).toEqual([...begin, "--resume", "n1"]);
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
    expect(driver.launch({ ...context, ...wish }).argv).toEqual([...plain.slice(0, -2), ...flags, ...plain.slice(-2)]);
  }
});

test("[C-01] both ways can resume, set mode and model; only the long-lived one can be asked and interrupted", () => {
  const common = { resume: true, modes: ["ask", "code", "plan", "auto"], models: true };
  expect(stream.capabilities).toEqual({ ...common, approvals: true, interrupt: true });
  expect(oneshot.capabilities).toEqual({ ...common, approvals: false, interrupt: false });
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
