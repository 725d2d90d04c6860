// The few lines of shell around programs that are run for one prompt, with stand-ins for the programs.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRegistry } from "../../src/agents/index.ts";
import { contextFor } from "../contracts/recording.ts";
import { tempDir } from "../kit/temp-dir.ts";

/** Runs what would start the agent; `script` is done instead of it. */
function run(agent: "gemini" | "copilot", script: string, { hasFiles = false } = {}) {
  const filesDir = join(tempDir(), "the files");
  if (hasFiles) mkdirSync(filesDir);
  const executable = join(tempDir(), "an agent");
  writeFileSync(executable, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const driver = createRegistry({ programs: "/opt/skein" }).get(agent, "oneshot")!;
  const { argv } = driver.launch({ ...contextFor("r1"), executable, filesDir });
  const { stdout, status } = spawnSync(argv[0]!, argv.slice(1), { encoding: "utf8", input: "the prompt" });
  return { lines: stdout.trim().split("\n"), status, filesDir };
}

test("Gemini CLI may read the files that came with a prompt, and is told of no directory without them", () => {
  const { lines, filesDir } = run("gemini", 'cat; echo; printf "%s|" "$@"', { hasFiles: true });
  expect(lines[0]).toBe("the prompt");
  expect(lines[1]).toMatch(new RegExp(`\\|--include-directories\\|${filesDir}\\|$`));
  expect(run("gemini", 'printf "%s|" "$@"').lines[0]).not.toContain("--include-directories");
});

test("what Copilot CLI writes of its usage becomes one more line, after all of its own", () => {
  const writes = 'for last; do :; done; printf "{\\n  \\"a\\": 1\\n}\\n" > "$last"';
  const { lines, status, filesDir } = run("copilot", `${writes}; cat; echo; echo "$*"; exit 3`, { hasFiles: true });
  expect(lines).toEqual([
    "the prompt",
    expect.stringContaining(`--add-dir ${filesDir} --usage-output-file ${filesDir}.usage`),
    '{"type":"skein.usage","totals":{  "a": 1}}',
  ]);
  expect(status).toBe(3);
});

test("without such a file the line says so", () => {
  expect(run("copilot", "echo '{}'").lines).toEqual(["{}", '{"type":"skein.usage","totals":null}']);
});
