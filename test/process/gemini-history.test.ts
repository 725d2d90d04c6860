// How Gemini's history files are kept from Gemini: the command line that goes on with a conversation, run with a stand-in.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRegistry } from "../../src/agents/index.ts";
import { contextFor } from "../contracts/recording.ts";
import { tempDir } from "../kit/temp-dir.ts";

const driver = createRegistry({ programs: "/opt/skein" }).get("gemini")!;
const nativeId = "67f00b8e-7182-4b37-a550-34fc1d2c1605";

/** Runs what would start Gemini; it prints its own arguments instead. */
function launch(env: Record<string, string>): string {
  const executable = join(tempDir(), "a gemini");
  writeFileSync(executable, '#!/bin/sh\necho "$# $*"\n', { mode: 0o755 });
  const { argv } = driver.launch({ ...contextFor("r1"), nativeId, executable });
  return execFileSync(argv[0]!, argv.slice(1), { env: { PATH: process.env.PATH!, ...env }, encoding: "utf8" });
}

test("the file of the conversation is put out of reach once, and nothing that is there is ever written over", () => {
  const home = tempDir();
  const chats = join(home, ".gemini/tmp/a project/chats");
  mkdirSync(chats, { recursive: true });
  const put = (name: string, text: string) => writeFileSync(join(chats, name), text);
  put("session-2026-11-15T17-27-67f00b8e.jsonl", "history");
  put("session-2026-11-15T17-27-11111111.jsonl", "another's");

  expect(launch({ HOME: home })).toBe("1 --acp\n");
  expect(readdirSync(chats)).toEqual([
    "session-2026-11-15T17-27-11111111.jsonl",
    "session-2026-11-15T17-27-67f00b8e-kept.jsonl",
  ]);

  // In the same minute Gemini begins a file of the old name again.
  put("session-2026-11-15T17-27-67f00b8e.jsonl", "empty");
  launch({ HOME: "/nowhere", GEMINI_CLI_HOME: home });
  expect(readFileSync(join(chats, "session-2026-11-15T17-27-67f00b8e-kept.jsonl"), "utf8")).toBe("history");
});

test("without such a file Gemini is just started, as it is for a new conversation", () => {
  expect(launch({ HOME: tempDir() })).toBe("1 --acp\n");
  expect(driver.launch({ ...contextFor("r1"), executable: "/bin/gemini" })).toEqual({
    argv: ["/bin/gemini", "--acp"],
    env: { GEMINI_CLI_NO_RELAUNCH: "true", GEMINI_PTY_INFO: "child_process" },
  });
});
