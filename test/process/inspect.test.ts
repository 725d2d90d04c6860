// Asking real programs: once for each file, with a limit, and nothing of them is left.
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import type { Driver } from "../../src/agents/driver.ts";
import { createInspector } from "../../src/agents/index.ts";
import { defineDriver } from "../../src/agents/kit/define-driver.ts";
import { findProgram } from "../../src/system/index.ts";
import { isAlive } from "../kit/run-bench.ts";
import { tempDir } from "../kit/temp-dir.ts";

/** A program with this script, and how often it was run. */
function program(script: string) {
  const dir = tempDir();
  const path = join(dir, "acme");
  const write = (text: string) => {
    writeFileSync(path, `#!/bin/sh\necho run >> ${dir}/runs\n${text}\n`);
    chmodSync(path, 0o755);
  };
  write(script);
  const runs = () =>
    existsSync(join(dir, "runs")) ? readFileSync(join(dir, "runs"), "utf8").split("\n").length - 1 : 0;
  return { dir, runs, write, env: { PATH: `${dir}:/usr/bin:/bin`, HOME: dir, ACME_KEY: "s3cret" } };
}

const all = ["version", "models"] as const;

const nothing = (state: unknown) => ({ state: state as object, facts: [], writes: [] });

const acme: Driver = defineDriver(z.object({}), {
  id: "acme",
  title: "Acme",
  transport: "stream",
  capabilities: {
    resume: true,
    fork: "none",
    approvals: false,
    interrupt: false,
    steer: false,
    tasks: "untold",
    files: [],
    modes: {},
    models: true,
    commands: false,
  },
  ids: { conversation: /^\w+$/, mark: null },
  probe: {
    version: ["--version"],
    login: { variables: ["ACME_KEY"], files: [], hint: "acme login" },
    models: { args: ["models"], read: (stdout) => stdout.trim().split("\n") },
  },
  async find(env) {
    const found = await findProgram("acme", env);
    return found.kind === "found" ? { ...found, version: null } : { ...found, install: "get acme" };
  },
  launch: () => ({ argv: [], env: {} }),
  open: () => nothing({}),
  read: nothing,
  deliver: nothing,
  answer: nothing,
  interrupt: nothing,
});

test("a program tells its version and its models, once for each file; a new file is asked again", async () => {
  const { env, runs, write } = program('[ "$1" = models ] && printf "small\\nlarge\\n" || echo acme 1.2.3');
  const inspector = createInspector();
  expect(await inspector.inspect(acme, env, all)).toEqual({
    path: join(env.HOME, "acme"),
    install: null,
    version: "1.2.3",
    login: { state: "in", evidence: "ACME_KEY is set", hint: null },
    models: ["small", "large"],
    troubles: [],
  });
  await Promise.all([inspector.inspect(acme, env, all), inspector.inspect(acme, env, all)]);
  expect(runs()).toBe(2);
  write('[ "$1" = models ] && echo huge || echo acme 1.2.30');
  expect(await inspector.inspect(acme, env, all)).toMatchObject({ version: "1.2.30", models: ["huge"] });
  expect(await inspector.inspect(acme, env, [])).toMatchObject({ version: "1.2.30", models: ["huge"] });
  expect(runs()).toBe(4);
});

test("who asks for less waits for less", async () => {
  const { env, runs } = program('[ "$1" = models ] && echo huge || echo acme 1.2.3');
  const inspector = createInspector();
  const nothing = { version: null, models: null, troubles: [] };
  expect(await inspector.inspect(acme, env, [])).toMatchObject(nothing);
  expect(runs()).toBe(0);
  expect(await inspector.inspect(acme, env, ["version"])).toMatchObject({ ...nothing, version: "1.2.3" });
  expect(runs()).toBe(1);
});

test("it runs with the caller's environment, cleaned, in nobody's project, and without input", async () => {
  const { dir, env } = program(`env > ${"$HOME"}/env; pwd > ${"$HOME"}/cwd; cat; echo 1.0.0`);
  await createInspector().inspect(acme, { ...env, CLAUDECODE: "1", MINE: "kept" }, all);
  const seen = readFileSync(join(dir, "env"), "utf8");
  expect(seen).toContain("MINE=kept");
  expect(seen).not.toContain("CLAUDECODE");
  expect(readFileSync(join(dir, "cwd"), "utf8")).toBe("/\n");
});

test("one that hangs is ended with all that it has started, which is said; it is asked anew the next time", async () => {
  const hangs = `(setsid sh -c 'echo $$ > ${"$HOME"}/child; exec sleep 600' &)\nsleep 600`;
  const { dir, env } = program(`[ -e ${"$HOME"}/well ] && exec echo 1.0.0\n${hangs}`);
  const inspector = createInspector();
  const driver = { ...acme, probe: { ...acme.probe, models: null } };
  expect(await inspector.inspect(driver, env, all)).toMatchObject({
    version: null,
    troubles: ["version: `acme --version` did not answer within 4.5 s and was stopped"],
  });
  expect(isAlive(Number(readFileSync(join(dir, "child"), "utf8")))).toBe(false);
  writeFileSync(join(dir, "well"), "");
  expect(await inspector.inspect(driver, env, all)).toMatchObject({ version: "1.0.0", troubles: [] });
});

test.for([
  ["echo s3cret; exit 3", "version: `acme --version` failed (exit code 3): run it yourself to see why"],
  ["kill -9 $$", "version: `acme --version` failed (SIGKILL): run it yourself to see why"],
  ["yes s3cret", "version: `acme --version` printed without end and was stopped"],
  [
    "echo first >&2; printf '\\033[31mneeds Node 22\\007, key %s\\033[0m\\n\\n' $ACME_KEY >&2; exit 1",
    "version: `acme --version` failed (exit code 1): needs Node 22 , key $ACME_KEY",
  ],
  [
    "printf '%20000s%s' '' $ACME_KEY >&2; exit 1",
    "version: `acme --version` failed (exit code 1): run it yourself to see why",
  ],
])("%j is told in a sentence, with its last line of stderr and no key", async ([script, sentence]) => {
  const { env: bare } = program(script!);
  const env = { ...bare, ACME_KEY: "sk-s3cret" };
  const { troubles } = await createInspector().inspect({ ...acme, probe: { ...acme.probe, models: null } }, env, all);
  expect(troubles).toEqual([sentence]);
});

test("one that is not there comes with the command that installs it", async () => {
  expect(await createInspector().inspect(acme, { PATH: "/nowhere", HOME: tempDir() }, all)).toMatchObject({
    path: null,
    install: "get acme",
    version: null,
    troubles: [],
  });
});
