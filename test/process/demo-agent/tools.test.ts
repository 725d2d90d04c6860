// Commands and files of the built demo agent: they are real.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { outputOf, startDemoAgent } from "../../kit/demo-agent.ts";

test("[R-39] a command really runs in the workspace, and its output streams", async () => {
  const agent = startDemoAgent();
  const lines = await agent.turn("[[run: pwd; echo made > here.txt]]");
  expect(readFileSync(join(agent.cwd, "here.txt"), "utf8")).toBe("made\n");
  const command = "pwd; echo made > here.txt";
  expect(lines).toEqual([
    {
      type: "tool_start",
      call: "c1",
      title: `Run \`${command}\``,
      kind: "execute",
      status: "running",
      input: { command },
    },
    { type: "tool_output", call: "c1", output: `${agent.cwd}\n` },
    { type: "tool_end", call: "c1", status: "completed", durationMs: expect.any(Number) },
    { type: "done", prompt: "p1", reason: "completed", entries: expect.any(Number) },
  ]);
});

test("output is passed on while the command runs", async () => {
  const agent = startDemoAgent();
  agent.prompt("[[run: echo first; while [ ! -e go ]; do sleep 0.01; done; echo second]]");
  expect((await agent.next("tool_output")).output).toBe("first\n");
  writeFileSync(join(agent.cwd, "go"), "");
  expect((await agent.next("tool_output")).output).toBe("second\n");
  await agent.next("done");
});

test("a command that fails says how", async () => {
  const agent = startDemoAgent();
  expect(outputOf(await agent.turn("[[run: echo no >&2; exit 3]]"))).toEqual(["no\n[exit 3]\n", "failed"]);
  expect(outputOf(await agent.turn("[[run: kill -9 $$]]"))).toEqual(["[killed by SIGKILL]\n", "failed"]);
});

test("a command that leaves a process behind ends all the same", async () => {
  const agent = startDemoAgent();
  const [output, status] = outputOf(await agent.turn("[[run: sleep 60 & echo $!]]"));
  process.kill(Number(output));
  expect(status).toBe("completed");
});

test("write and read work on real files", async () => {
  const agent = startDemoAgent();
  const path = join(agent.cwd, "deep/er/note.txt");
  const lines = await agent.turn("[[write: deep/er/note.txt |  two blanks\n\nend\n]] [[read: deep/er/note.txt]]");
  const content = " two blanks\n\nend\n";
  expect(readFileSync(path, "utf8")).toBe(content);
  expect(lines.filter(({ type }) => type.startsWith("file") || type === "tool_output")).toEqual([
    { type: "file_write", call: "c1", path, bytes: 17 },
    { type: "file_read", call: "c2", path },
    { type: "tool_output", call: "c2", output: content },
  ]);
});

test("a file that is not there fails the call, not the turn", async () => {
  const [output, status] = outputOf(await startDemoAgent().turn("[[read: nothing.txt]]"));
  expect(output).toContain("ENOENT");
  expect(status).toBe("failed");
});
