// A process for each prompt: how it is started, what its numbers mean, and what its end means.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createCodexDriver } from "../../../src/agents/codex/driver.ts";
import { contextFor } from "../../contracts/recording.ts";
import { tempDir } from "../../kit/temp-dir.ts";

const driver = createCodexDriver({ transport: "oneshot" });
const context = contextFor("r1");
const spent = { inputTokens: 400, outputTokens: 80, costUsd: 0 };
const fork = { nativeId: "00000000-0000-4000-8000-000000000006", mark: null, nextMark: null, isWhole: true, spent };

test("[C-01] the prompt is its stdin, and a conversation goes on or branches off by name", () => {
  const argv = (more: object) => driver.launch({ ...context, ...more }).argv.slice(1);
  const always = ["--json", "--skip-git-repo-check"];
  expect(argv({})).toEqual(["exec", ...always, "-"]);
  expect(argv({ nativeId: "00000000-0000-4000-8000-000000000005" })).toEqual([
    "exec",
    "resume",
    ...always,
    "--",
    "00000000-0000-4000-8000-000000000005",
    "-",
  ]);
  expect(argv({ fork })).toEqual(["exec", "fork", ...always, "--", "00000000-0000-4000-8000-000000000006", "-"]);
  expect(argv({ model: "gpt-6" })).toEqual(["exec", ...always, "--model", "gpt-6", "-"]);
});

test("[C-22] only mode auto is without a sandbox; where it would have to ask it can only read", () => {
  const flags = (mode: string) => driver.launch({ ...context, mode }).argv.join(" ");
  expect(flags("auto")).toContain("--dangerously-bypass-approvals-and-sandbox");
  expect(flags("code")).toContain('sandbox_mode="workspace-write"');
  for (const mode of ["ask", "plan"]) expect(flags(mode), mode).toContain('sandbox_mode="read-only"');
  for (const mode of ["ask", "plan", "code"]) expect(flags(mode), mode).not.toContain("bypass");
});

test("files that go with a prompt are named in it", () => {
  const file = { name: "a.txt", mediaType: "text/plain", bytes: 1, path: "/files/a.txt", base64: () => "" };
  const mention = "Files attached to this message:\n- a.txt (text/plain): /files/a.txt";
  expect(driver.stdin({ promptId: "p1", text: "read it", files: [file] })).toBe(`${mention}\n\nread it`);
  expect(driver.stdin({ promptId: "p1", text: "", files: [file] })).toBe(mention);
  expect(driver.stdin({ promptId: "p1", text: "  /as it is\n" })).toBe("  /as it is\n");
});

test("[C-12] usage is this turn's, after a resume and in a fork", () => {
  const end = JSON.stringify({ type: "turn.completed", usage: { input_tokens: 500, output_tokens: 100 } });
  for (const more of [{ nativeId: "00000000-0000-4000-8000-000000000005", spent }, { fork }]) {
    const { state } = driver.open({ ...context, ...more }, { promptId: "p1", text: "go" });
    expect(driver.read(state, end).facts).toEqual([
      { type: "usage", inputTokens: 100, outputTokens: 20 },
      { type: "turn_end", reason: "completed" },
    ]);
  }
});

test("[A-17] a conversation that is gone is a failed resume, and the prompt fails with it", () => {
  const stderr = "Error: thread/resume: thread/resume failed: no rollout found for thread id th (code -32600)\n";
  const { state } = driver.open(
    { ...context, nativeId: "00000000-0000-4000-8000-000000000005" },
    { promptId: "p1", text: "go" },
  );
  const message = "Codex no longer has the conversation 00000000-0000-4000-8000-000000000005.";
  expect(driver.ended(state, { code: 1, stderr, isStopped: false })).toEqual([
    { type: "resume_failed", message, hint: expect.stringContaining("skein new") },
    { type: "turn_end", reason: "failed", error: message },
  ]);
  expect(driver.ended(state, { code: 1, stderr, isStopped: true })).toEqual([]);
});

test("settings that Codex can't read keep it from starting, and it says so", () => {
  const stderr = "Error loading config.toml: invalid type: integer `3`, expected a string\nin `model`\n";
  const { state } = driver.open(context, { promptId: "p1", text: "go" });
  expect(driver.ended(state, { code: 1, stderr, isStopped: false })).toMatchObject([
    { type: "error", data: { code: "start_failed", message: expect.stringContaining("config.toml") } },
  ]);
});

test("a directory of which Codex has noted nothing is not noted as trusted: what a person has noted holds", () => {
  const home = tempDir();
  const trust = 'projects={ "/work/site" = { trust_level = "untrusted" } }';
  const argv = (mode: string | null, cwd = "/work/site") =>
    driver.launch({ ...context, mode, cwd, env: { HOME: home } }).argv;
  for (const mode of ["code", "auto"]) expect(argv(mode)).toContain(trust);
  // These don't let it write, and a directory of which something is noted could.
  for (const mode of ["plan", null]) expect(argv(mode)).not.toContain(trust);
  mkdirSync(join(home, ".codex"));
  const note = (text: string): void => writeFileSync(join(home, ".codex/config.toml"), text);
  note('[projects."/work/other"]\ntrust_level = "trusted"\n');
  expect(argv("auto")).toContain(trust);
  note("[projects");
  expect(argv("auto")).toContain(trust);
  note('[projects."/work/site"]\ntrust_level = "trusted"\n');
  expect(argv("auto")).not.toContain(trust);
});
