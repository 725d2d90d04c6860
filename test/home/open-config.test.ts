// config.toml as a daemon has it: an edit counts at once, and a file that stays as it is is read once.
import { chmodSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConfigError, openConfig, readConfig } from "../../src/home/config.ts";
import { tempDir } from "../kit/temp-dir.ts";

/** `laterMs`: how long after now it is read. */
function opened({ laterMs }: { laterMs: number }) {
  const path = join(tempDir(), "config.toml");
  let reads = 0;
  const config = openConfig(path, {
    now: () => Date.now() + laterMs,
    read: (one) => {
      reads++;
      return readConfig(one);
    },
  });
  const write = (text: string): void => writeFileSync(path, text, { mode: 0o600 });
  return { path, config, write, reads: () => reads };
}

const HOUR = 3_600_000;

test("a file that has not changed is read once, also one that can't be used", () => {
  const { config, write, reads } = opened({ laterMs: HOUR });
  write('default_agent = "claude"');
  expect([config().defaultAgent, config().defaultAgent, reads()]).toEqual(["claude", "claude", 1]);
  write("default_agent = ");
  expect(config).toThrow(ConfigError);
  expect(config).toThrow(ConfigError);
  expect(reads()).toBe(2);
});

test("every way to change it counts from the next call on", () => {
  const { path, config, write } = opened({ laterMs: HOUR });
  expect(config().defaultAgent).toBeNull();
  write('default_agent = "claude"');
  expect(config().defaultAgent).toBe("claude");
  // As an editor does: another file of the same length, with the same time.
  const { atimeMs, mtimeMs } = statSync(path);
  writeFileSync(`${path}.new`, 'default_agent = "gemini"', { mode: 0o600 });
  utimesSync(`${path}.new`, atimeMs / 1000, mtimeMs / 1000);
  renameSync(`${path}.new`, path);
  expect(config().defaultAgent).toBe("gemini");
  chmodSync(path, 0o666);
  expect(config).toThrow("others can write to ");
  chmodSync(path, 0o600);
  expect(config().defaultAgent).toBe("gemini");
  rmSync(path);
  expect(config().defaultAgent).toBeNull();
});

test("a file that was just written is read each time: its times may stay as they are when it is written again", () => {
  const { config, write, reads } = opened({ laterMs: 0 });
  write('default_agent = "claude"');
  config();
  config();
  expect(reads()).toBe(2);
});

test("what the system could not give is asked for again: it says nothing of the file", () => {
  const path = join(tempDir(), "config.toml");
  writeFileSync(path, 'default_agent = "claude"', { mode: 0o600 });
  const failures = ["EMFILE", "EIO"];
  const config = openConfig(path, {
    now: () => Date.now() + HOUR,
    read: (one) => {
      const code = failures.shift();
      if (code)
        throw new ConfigError(`${one} can't be read: ${code}`, { cause: Object.assign(new Error(code), { code }) });
      return readConfig(one);
    },
  });
  expect(config).toThrow("EMFILE");
  expect(config).toThrow("EIO");
  expect(config().defaultAgent).toBe("claude");
});
