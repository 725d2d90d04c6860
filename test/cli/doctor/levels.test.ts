// Checks that hold a number or a time against what is needed.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backupFinding } from "../../../src/cli/doctor/backup.ts";
import { configFinding, policyFindings } from "../../../src/cli/doctor/config.ts";
import { descriptorsFinding } from "../../../src/cli/doctor/descriptors.ts";
import { leftoverFinding } from "../../../src/cli/doctor/leftovers.ts";
import { tmuxFinding } from "../../../src/cli/doctor/programs.ts";
import { tempDir } from "../../kit/temp-dir.ts";

const DAY_MS = 24 * 60 * 60_000;
const NOW_MS = Date.UTC(2026, 0, 10, 12);

test("open files: enough, too few for so many agents, and used up", () => {
  const title = "open files";
  expect(descriptorsFinding({ limit: 1024, open: 40, liveProcesses: 32 })).toEqual({
    state: "ok",
    title,
    text: "up to 1024",
  });
  expect(descriptorsFinding({ limit: Number.POSITIVE_INFINITY, open: 40, liveProcesses: 0 })).toMatchObject({
    text: "no limit",
  });
  expect(descriptorsFinding({ limit: 256, open: 40, liveProcesses: 32 })).toEqual({
    ...{ state: "warning", title, text: "only 256, and limits.live_processes = 32 may need 384" },
    fix: "raise the limit in the shell that starts the daemon, then stop it: ulimit -n 384; skein daemon stop",
  });
  expect(descriptorsFinding({ limit: 1024, open: 40, liveProcesses: 0 })).toMatchObject({
    ...{ state: "warning", text: "only 1024, and any number of agents may need 1152" },
  });
  expect(descriptorsFinding({ limit: 1024, open: 1000, liveProcesses: 32 })).toMatchObject({
    ...{ state: "failed", text: "the daemon has 1000 of 1024 open: new clients are rejected" },
    fix: "raise the limit in the shell that starts the daemon, then stop it: ulimit -n 2048; skein daemon stop",
  });
});

test("backup: none, a recent one, an old one of a log that rests, and one that should be newer", () => {
  const of = (newestMs: number | null, changedMs: number | null) =>
    backupFinding({ nowMs: NOW_MS, newestMs, changedMs });
  expect(of(null, null)).toMatchObject({
    state: "note",
    text: expect.stringMatching(/^none yet; one is made each day/),
  });
  expect(of(NOW_MS - DAY_MS, NOW_MS)).toEqual({ state: "ok", title: "backup", text: "made 1d ago" });
  expect(of(NOW_MS - 20 * DAY_MS, NOW_MS - 20 * DAY_MS)).toMatchObject({ state: "ok", text: "made 20d ago" });
  expect(of(NOW_MS - 20 * DAY_MS, null)).toMatchObject({ state: "ok" });
  expect(of(NOW_MS - 5 * DAY_MS, NOW_MS)).toEqual({
    ...{ state: "warning", title: "backup" },
    text: "made 5d ago, and sessions went on for days since: the daily ones fail, or the daemon never runs for a minute",
    fix: "make one now: skein daemon backup",
  });
});

test("config.toml: none, valid, wrong, and with keys that the daemon has read otherwise", () => {
  const title = "config.toml";
  const facts = { path: "/h/config.toml", isThere: true, problem: null, pending: [] };
  expect(configFinding({ ...facts, isThere: false })).toEqual({
    state: "ok",
    title,
    text: "no file: the defaults apply",
  });
  expect(configFinding(facts)).toEqual({ state: "ok", title, text: "valid" });
  expect(configFinding({ ...facts, problem: 'unknown key "x"' })).toEqual({
    ...{ state: "failed", title, text: 'unknown key "x"', fix: "correct /h/config.toml" },
  });
  expect(configFinding({ ...facts, pending: ["limits.silence_minutes"] })).toEqual({
    ...{ state: "note", title, fix: expect.stringMatching(/agents keep running$/) },
    text: "valid; limits.silence_minutes was changed and applies from the daemon's next start",
  });
});

test("files with rules: one that can't be used is named, and what that means", async () => {
  const home = tempDir();
  expect(await policyFindings(home)).toEqual([]);
  const [everywhere, project] = [join(home, "policy.toml"), join(home, "policy", `${"a".repeat(64)}.toml`)];
  mkdirSync(join(home, "policy"));
  for (const path of [everywhere, project]) writeFileSync(path, "", { mode: 0o600 });
  expect(await policyFindings(home)).toEqual([]);
  for (const path of [everywhere, project]) writeFileSync(path, "[[rule\n");
  const found = { state: "failed", title: "policy.toml" };
  expect(await policyFindings(home)).toEqual([
    {
      ...found,
      text: expect.stringMatching(/: no rule allows anything until then, so agents ask/),
      fix: `correct ${everywhere}`,
    },
    { ...found, text: expect.stringMatching(/allows anything in its directory until then/), fix: `correct ${project}` },
  ]);
});

test("leftovers: agents and directories that no session knows, and agents without a daemon", () => {
  const title = "leftovers";
  const fix = "skein daemon stop: the next daemon cleans this up, and busy agents keep running";
  expect(leftoverFinding({ runs: ["a"], living: ["a"], known: ["a"] })).toEqual({ state: "ok", title, text: "none" });
  expect(leftoverFinding({ runs: ["a", "b"], living: ["a", "b"], known: ["a"] })).toEqual({
    ...{ state: "warning", title, text: "1 agent running without a session", fix },
  });
  expect(leftoverFinding({ runs: ["a", "b", "c"], living: ["a"], known: ["a"] })).toEqual({
    ...{ state: "note", title, text: "2 directories of agents that have ended", fix },
  });
  expect(leftoverFinding({ runs: ["a"], living: [], known: [] })).toMatchObject({
    text: "1 directory of agents that have ended",
  });
  expect(leftoverFinding({ runs: ["a"], living: [], known: null })).toEqual({
    state: "ok",
    title,
    text: "no agent runs without a daemon",
  });
  expect(leftoverFinding({ runs: ["a", "b"], living: ["a", "b"], known: null })).toEqual({
    ...{ state: "warning", title, text: "2 agents running without a daemon: the next one takes over" },
    fix: "or end them: skein daemon stop --agents",
  });
});

test("tmux: there, too old, and missing", () => {
  expect(tmuxFinding("/usr/bin/tmux", "3.3a")).toEqual({ state: "ok", title: "tmux", text: "3.3a, /usr/bin/tmux" });
  expect(tmuxFinding("/usr/bin/tmux", "next-3.6")).toMatchObject({ state: "ok" });
  expect(tmuxFinding("/usr/bin/tmux", "master")).toMatchObject({ state: "ok" });
  expect(tmuxFinding("/usr/bin/tmux", null)).toMatchObject({ state: "ok", text: "/usr/bin/tmux" });
  expect(tmuxFinding(null, null)).toEqual({ state: "note", title: "tmux", text: "not installed; optional" });
  expect(tmuxFinding("/usr/bin/tmux", "2.9a")).toEqual({
    ...{ state: "warning", title: "tmux" },
    text: "2.9a, /usr/bin/tmux: older than 3.0, the oldest version that Skein was tested with",
    fix: "install a newer tmux with the system's package manager, then end the old one: tmux kill-server",
  });
});
