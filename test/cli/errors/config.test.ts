// A config that can't be used or changed: why, and that the file is as it was.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { pathsOf } from "../../../src/home/index.ts";
import { tempDir } from "../../kit/temp-dir.ts";
import { runCli, startCli } from "../run-cli.ts";

function config(text: string) {
  const home = tempDir();
  const file = pathsOf({ SKEIN_HOME: home }).config;
  writeFileSync(file, text);
  return { home, file, read: () => readFileSync(file, "utf8") };
}

const asJson = async (words: readonly string[], home: string) =>
  JSON.parse((await runCli([...words, "--json"], { home })).err).error;

test("config_invalid: a value that the key does not take", async () => {
  const { home, read } = config("# mine\n");
  const words = ["config", "set", "limits.live_processes", "x"];
  expect(await runCli(words, { home })).toEqual({
    code: 2,
    out: "",
    err: [
      "error: limits.live_processes can't be x",
      "why: limits.live_processes must be a whole number; 0 = no limit",
      "fix: for example: skein config set limits.live_processes '32'; the file was not changed",
      "",
    ].join("\n"),
  });
  expect(await asJson(words, home)).toMatchObject({ code: "config_invalid" });
  expect(read()).toBe("# mine\n");
});

test.for([[["config", "get"]], [["config", "set", "limits.live_processes", "4"]]])(
  "config_invalid: a file that is no TOML: %j",
  async ([words]) => {
    const { home, file, read } = config("limits = \n");
    expect(await runCli(words!, { home })).toEqual({
      code: 1,
      out: "",
      err: [
        "error: the config can't be used",
        `why: ${file}:1:10: Invalid TOML document: invalid value`,
        "fix: correct it: skein config edit",
        "",
      ].join("\n"),
    });
    expect(await asJson(words!, home)).toMatchObject({ code: "config_invalid", hint: "correct it: skein config edit" });
    expect(read()).toBe("limits = \n");
  },
);

test("config_unchanged: a value that stands in the file as a part of another", async () => {
  const text = "limits = { live_processes = 3 }\n";
  const { home, read } = config(text);
  const words = ["config", "set", "limits.live_processes", "4"];
  expect(await runCli(words, { home })).toEqual({
    code: 1,
    out: "",
    err: [
      "error: limits.live_processes is written in the file in a form that can't be changed automatically",
      "fix: edit it: skein config edit; the file was not changed",
      "",
    ].join("\n"),
  });
  expect(await asJson(words, home)).toMatchObject({ code: "config_unchanged" });
  expect(read()).toBe(text);
});

test("editor_failed: an editor that ends badly changes nothing", async () => {
  const { home, read } = config("# mine\n");
  const around = { home, isTerminal: true, env: { EDITOR: "false", NO_COLOR: "1" } };
  expect(await startCli(["config", "edit"], around).result).toEqual({
    code: 1,
    out: "",
    err: [
      "error: nothing was changed",
      'why: the editor "false" ended with code 1',
      "fix: choose another one with $EDITOR, or give the text on the command line",
      "",
    ].join("\n"),
  });
  const { err } = await startCli(["config", "edit", "--json"], around).result;
  expect(JSON.parse(err).error).toMatchObject({ code: "editor_failed" });
  expect(read()).toBe("# mine\n");
});

test("config_invalid: what was written in the editor is kept, and the file is as it was", async () => {
  const { home, file, read } = config("# mine\n");
  const env = { EDITOR: "printf 'limits =\\n' >", NO_COLOR: "1" };
  const { code, err } = await runCli(["config", "edit"], { home, env });
  const [error, why, fix] = err.split("\n");
  expect([code, error, why]).toEqual([
    1,
    "error: the config was not changed",
    `why: ${file}:1:9: Invalid TOML document: invalid value`,
  ]);
  const [, kept] = /^fix: your version is in (.*)$/.exec(fix ?? "") ?? [];
  expect(readFileSync(kept!, "utf8")).toBe("limits =\n");
  rmSync(dirname(kept!), { recursive: true });
  expect(read()).toBe("# mine\n");
});

test("self_approval: an agent changes no config, by whichever command", async () => {
  const { home, read } = config("# mine\n");
  for (const [words, env] of [
    [["config", "set", "default_agent", "demo"], { SKEIN_RUN: "r1" }],
    [["config", "set", "default_agent", "demo"], { SKEIN_WITHIN: "1" }],
    [["config", "unset", "default_agent"], { SKEIN_RUN: "r1" }],
    [["config", "edit"], { SKEIN_RUN: "r1", EDITOR: "true" }],
  ] as const)
    expect(await runCli(words, { home, env })).toEqual({
      code: 4,
      out: "",
      err: [
        "error: an agent can't change the config; a person must",
        "fix: do it yourself, in a terminal that no agent has started",
        "",
      ].join("\n"),
    });
  expect(read()).toBe("# mine\n");
});

test("self_approval: an agent does not recover the log", async () => {
  const { home } = config("");
  const env = { SKEIN_RUN: "r1" };
  expect(await runCli(["daemon", "recover"], { home, env })).toMatchObject({
    code: 4,
    err: expect.stringMatching(/^error: an agent can't recover the log; a person must\n/),
  });
});
