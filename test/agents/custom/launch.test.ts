// How tools of config.toml are started: what each key adds to the command.
import { expect, test } from "vitest";
import type { Work } from "../../../src/agents/custom/protocol.ts";
import type { LaunchContext } from "../../../src/agents/index.ts";
import { contextFor } from "../../contracts/recording.ts";
import { driverOf, repl } from "./tool.ts";

const fresh = contextFor("r1").newNativeId;

function launched(keys: string, context: Partial<LaunchContext> = {}) {
  const { argv, env } = driverOf(keys).launch({ ...contextFor("r1"), executable: "/bin/mine", ...context });
  const [node, runner, work = "", ...more] = argv;
  expect([node, runner, more]).toEqual([process.execPath, "/opt/skein/tool-runner.cjs", []]);
  return { work: JSON.parse(work) as Work, env };
}

const argvOf = (keys: string, context: Partial<LaunchContext> = {}) => launched(keys, context).work.argv.join(" ");

test("[A-30] without a way to resume it is the bare command, and the dangerous flag where that is wanted", () => {
  for (const nativeId of [null, "unnamed-1", "n1"]) {
    expect(argvOf("", { nativeId })).toBe("/bin/mine");
    expect(argvOf('dangerous_flag = "--yes"', { nativeId })).toBe("/bin/mine");
    expect(argvOf('dangerous_flag = "--yes"', { nativeId, mode: "auto" })).toBe("/bin/mine --yes");
    expect(argvOf('dangerous_flag = "--yes"\ndangerous_mode = true', { nativeId })).toBe("/bin/mine --yes");
    expect(argvOf(`${repl}dangerous_flag = "--yes"`, { nativeId, mode: "auto" })).toBe("/bin/mine --yes");
  }
});

test("[A-29] a conversation is named by us where the tool takes a name, and gone on with by its flag", () => {
  const keys = 'args = ["chat"]\nsession_id_flag = "--session-id"\nresume_flag = "--resume="';
  expect(argvOf(keys)).toBe(`/bin/mine chat --session-id ${fresh}`);
  expect(argvOf(keys, { nativeId: "n1" })).toBe("/bin/mine chat --resume=n1");
  expect(argvOf(`${keys}\n${repl}`, { nativeId: "n1" })).toBe("/bin/mine chat --resume=n1");
});

test("[A-29] one that the tool names itself is not given a name of ours", () => {
  const json = 'session_id_json_path = "id"\nresponse_json_path = "a"\noutput_format_flag = "-o json"\n';
  const keys = `${json}resume_flag = "resume {id} --"\nsession_id_env = "ID"`;
  expect(launched(keys)).toMatchObject({ work: { argv: ["/bin/mine", "-o", "json"] }, env: {} });
  const { work, env } = launched(keys, { nativeId: "n1" });
  expect({ argv: work.argv.join(" "), env }).toEqual({ argv: "/bin/mine -o json resume n1 --", env: { ID: "n1" } });
});

test("[A-29] a variable alone can hold the name", () => {
  const keys = 'session_id_env = "ID"\nenv = { A = "b" }';
  expect(launched(keys)).toMatchObject({ work: { argv: ["/bin/mine"] }, env: { A: "b", ID: fresh } });
  expect(launched(keys, { nativeId: "n1" })).toMatchObject({
    work: { argv: ["/bin/mine"] },
    env: { A: "b", ID: "n1" },
  });
});

test("[A-29] a model is set by its flag, and nothing of a value is taken for a flag", () => {
  expect(argvOf('model_flag = "-m {model}"', { model: "big" })).toBe("/bin/mine -m big");
  expect(argvOf('model_flag = "--model={model}"', { model: "big" })).toBe("/bin/mine --model=big");
  expect(() => launched('model_flag = "-m"', { model: "--yes" })).toThrow('"--yes" can\'t be the name of a model');
  expect(argvOf('model_flag = "-m"')).toBe("/bin/mine");
});

test("[A-16] the name of a conversation is captured once, and only where that is wanted", () => {
  const capture =
    'output_format_flag = "-p --json"\nsession_id_json_path = "id"\nresume_flag = "--resume"\ncapture_resume = true\n';
  const { work } = launched(`${repl}${capture}prompt_flag = "-q"`);
  expect(work).toMatchObject({
    argv: ["/bin/mine"],
    capture: {
      argv: ["/bin/mine", "-p", "--json"],
      prompt: { kind: "argument", flag: ["-q"] },
      output: { format: "json", session: [{ name: "id" }] },
      resumeFlag: ["--resume"],
    },
  });
  expect(launched(repl + capture, { nativeId: "n1" }).work).toMatchObject({
    argv: ["/bin/mine", "--resume", "n1"],
    capture: null,
  });
  // A start that had no name is no conversation to go on with.
  expect(launched(repl + capture, { nativeId: "unnamed-1" }).work).toMatchObject({
    argv: ["/bin/mine"],
    capture: { resumeFlag: ["--resume"] },
  });
});

test("[A-29] what it can is what config.toml says", () => {
  const bare = driverOf("");
  expect(bare).toMatchObject({ id: "mine", transport: "oneshot" });
  expect(bare.capabilities).toMatchObject({ resume: false, interrupt: false, modes: {}, models: false, fork: "none" });
  const rich = driverOf(`${repl}session_id_env = "ID"\nmodel_flag = "-m"\ndangerous_flag = "--yes"`);
  expect(rich).toMatchObject({ transport: "stream" });
  expect(rich.capabilities).toMatchObject({ resume: true, interrupt: true, models: true });
  expect(rich.capabilities.modes).toEqual({ auto: { edits: "free", commands: "free", note: "started with --yes" } });
});
