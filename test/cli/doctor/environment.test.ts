import { chmodSync } from "node:fs";
import { expect, test } from "vitest";
import { distrustOfCache, environmentFindings } from "../../../src/cli/doctor/environment.ts";
import { tempDir } from "../../kit/temp-dir.ts";

const title = "environment";
const of = (env: Record<string, string>, otherHome: string | null = null) =>
  environmentFindings({ env, otherHome, cacheDistrust: null });
const fix = "unset NODE_OPTIONS";

test("what is not in the way is not mentioned", () => {
  const fine = [{ state: "ok", title, text: "no conflicting variables" }];
  expect(of({})).toEqual(fine);
  expect(of({ NODE_OPTIONS: "--max-old-space-size=4096 --require /opt/hook.cjs --import tsx" })).toEqual(fine);
});

test.for(["--inspect-brk", "--inspect-wait"])("NODE_OPTIONS=%s makes everything wait", (option) => {
  const text = `NODE_OPTIONS has ${option}: the daemon and agents wait for a debugger`;
  expect(of({ NODE_OPTIONS: `--no-warnings ${option}=9230` })).toEqual([{ state: "failed", title, text, fix }]);
});

test("a debugger's port is one that only the first gets", () => {
  const text = "NODE_OPTIONS has --inspect: every Node process tries to use the same port";
  expect(of({ NODE_OPTIONS: "--inspect=127.0.0.1:9229" })).toEqual([{ state: "warning", title, text, fix }]);
});

test.for(["--require ./hook.cjs", "-r ./hook.cjs", "--import=./hook.cjs", '--require "./hook.cjs"'])(
  "NODE_OPTIONS=%s is found from one directory only",
  (option) => {
    expect(of({ NODE_OPTIONS: option })).toEqual([
      {
        ...{ state: "failed", title },
        text: "NODE_OPTIONS loads ./hook.cjs, a relative path: Node fails to start in other directories",
        fix: "use an absolute path, or unset NODE_OPTIONS",
      },
    ]);
  },
);

test("a directory of compiled code that could be another user's is a warning", () => {
  const directory = tempDir();
  chmodSync(directory, 0o777);
  const [finding] = environmentFindings({
    ...{ env: {}, otherHome: null },
    cacheDistrust: distrustOfCache({ NODE_COMPILE_CACHE: directory }),
  });
  expect(finding).toEqual({
    ...{ state: "warning", title },
    text: `Node runs code from NODE_COMPILE_CACHE, and others can write to ${directory} (mode 777)`,
    fix: "unset NODE_COMPILE_CACHE, or set a directory that only you can use",
  });
  chmodSync(directory, 0o700);
  expect(distrustOfCache({ NODE_COMPILE_CACHE: directory })).toBeNull();
  expect(distrustOfCache({})).toBeNull();
});

test("whoever is inside an agent, or in another home than usual, is told", () => {
  expect(of({ SKEIN_RUN: "r1" }, "~/.skein")).toEqual([
    {
      ...{ state: "note", title },
      text: "this shell was started by an agent of Skein: you can't answer agents' questions from here",
    },
    {
      ...{ state: "note", title },
      text: "SKEIN_HOME is set: the sessions in ~/.skein are not listed here",
      fix: "to see them: env -u SKEIN_HOME skein sessions --all",
    },
  ]);
});
