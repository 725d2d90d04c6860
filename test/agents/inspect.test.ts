// What is told of an installation without running it: logins, and versions in what a program prints.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { atMost } from "../../src/agents/inspect/at-most.ts";
import { versionIn } from "../../src/agents/inspect/inspector.ts";
import { loginOf } from "../../src/agents/inspect/login.ts";
import { tempDir } from "../kit/temp-dir.ts";

const probe = { variables: ["ACME_KEY", "ACME_TOKEN"], files: [".acme/login.json"], hint: "acme login" };

test("a variable or a file shows that somebody is logged in, and neither's content is told", async () => {
  const home = tempDir();
  const look = (env: Record<string, string>, platform = "linux") =>
    loginOf(probe, { env: { HOME: home, ...env }, platform });
  expect(await look({})).toEqual({
    state: "out",
    evidence: "ACME_KEY, ACME_TOKEN, ~/.acme/login.json not found",
    hint: "acme login",
  });
  expect(await look({ ACME_KEY: "" })).toMatchObject({ state: "out" });
  expect(await look({ ACME_TOKEN: "s3cret" })).toEqual({ state: "in", evidence: "ACME_TOKEN is set", hint: null });
  mkdirSync(join(home, ".acme"));
  writeFileSync(join(home, ".acme/login.json"), "{}");
  expect(await look({})).toMatchObject({ state: "out" });
  writeFileSync(join(home, ".acme/login.json"), "s3cret");
  expect(await look({})).toEqual({ state: "in", evidence: "~/.acme/login.json exists", hint: null });
});

test("an agent's files are where its variable says, and a provider of its own may have a key of its own", async () => {
  const [home, elsewhere] = [tempDir(), tempDir()];
  const codex = {
    ...{ variables: [], files: ["auth.json"], hint: "codex login" },
    base: { variable: "CODEX_HOME", usual: ".codex" },
    provider: { file: "config.toml", line: /^model_provider\s*=/m },
  };
  const look = (env: Record<string, string>) => loginOf(codex, { env: { HOME: home, ...env }, platform: "linux" });
  expect(await look({})).toMatchObject({ state: "out", evidence: "~/.codex/auth.json not found" });
  expect(await look({ CODEX_HOME: elsewhere })).toMatchObject({ evidence: "$CODEX_HOME/auth.json not found" });
  writeFileSync(join(elsewhere, "config.toml"), 'model_provider = "mine"\n');
  expect(await look({ CODEX_HOME: elsewhere })).toEqual({
    state: "unknown",
    evidence: "$CODEX_HOME/config.toml names a provider, which may have a key of its own",
    hint: null,
  });
  writeFileSync(join(elsewhere, "auth.json"), "s3cret");
  expect(await look({ CODEX_HOME: elsewhere })).toMatchObject({
    state: "in",
    evidence: "$CODEX_HOME/auth.json exists",
  });
});

test("where a login may be out of sight, nobody says that there is none", async () => {
  const env = { HOME: tempDir() };
  expect(await loginOf(probe, { env, platform: "darwin" })).toMatchObject({ state: "unknown", hint: "acme login" });
  const hidden = { ...probe, isHidden: true };
  expect(await loginOf(hidden, { env, platform: "linux" })).toMatchObject({ state: "unknown", hint: "acme login" });
  expect(await loginOf(null, { env, platform: "linux" })).toMatchObject({ state: "none needed", hint: null });
});

test.for([
  ["2.1.325 (Claude Code)\n", "2.1.325"],
  ["codex-cli 0.166.0\n", "0.166.0"],
  ["GitHub Copilot CLI 1.0.102.\nRun 'copilot update' to check for updates.\n", "1.0.102"],
  ["v3.0.0-beta.1\n", "3.0.0-beta.1"],
  ["nightly\n", "nightly"],
  ["\n", null],
])("%j is version %j", ([printed, version]) => {
  expect(versionIn(printed!)).toBe(version);
});

test("at most n tasks run at once, in the order in which they came, and one that fails frees its slot", async () => {
  const inTurn = atMost(2);
  const begun: number[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const all = [0, 1, 2, 3].map((index) =>
    inTurn(() => {
      begun.push(index);
      return new Promise<number>((resolve, reject) => {
        ends[index] = (error) => (error ? reject(error) : resolve(index));
      });
    }),
  );
  expect(begun).toEqual([0, 1]);
  ends[1]!(new Error("no"));
  await expect(all[1]).rejects.toThrow("no");
  expect(begun).toEqual([0, 1, 2]);
  ends[0]!();
  ends[2]!();
  await Promise.all([all[0], all[2]]);
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[3]!();
  expect(await all[3]).toBe(3);
});
