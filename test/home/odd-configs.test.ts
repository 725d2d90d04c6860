// Config files of every kind: read, or refused in one line that names the file. Nothing else is thrown, and nothing is waited for.
import { chmodSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, defaultConfig, readConfig } from "../../src/home/config.ts";
import { readPolicy } from "../../src/home/policy-file.ts";
import { oddEntries } from "../kit/odd-entries.ts";
import { tempDir } from "../kit/temp-dir.ts";

type Content = string | Buffer;

function fileWith(content: Content): string {
  const path = join(tempDir(), "config.toml");
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}

const claude = { ...defaultConfig, defaultAgent: "claude" };

test.for<[what: string, content: Content, config: typeof defaultConfig]>([
  ["nothing", "", defaultConfig],
  ["blanks", " \t \n\n \n", defaultConfig],
  ["a mark at its beginning", '\ufeffdefault_agent = "claude"', claude],
  ["line ends of another system", '# mine\r\ndefault_agent = "claude"\r\n', claude],
  ["no line end", 'default_agent = "claude"', claude],
  ["a name in escapes", 'default_agent = "\\u0063laude"', claude],
  ["a quoted key", '"default_agent" = "claude"', claude],
  ["a literal text", "default_agent = 'claude'", claude],
  ["a text of several lines", 'default_agent = """\nclaude"""', claude],
  ["an empty table", "[limits]\n", defaultConfig],
  ["as much as it may have", `${"#".repeat(1024 * 1024 - 26)}\ndefault_agent = "claude"\n`, claude],
  ["a comment in many letters", `# ${"日本語".repeat(1000)}\ndefault_agent = "claude"\n`, claude],
])("read: %s", ([, content, config]) => {
  expect(readConfig(fileWith(content))).toEqual(config);
});

test.for<[what: string, content: Content]>([
  ["a zero byte", "default_agent = \0"],
  ["zeros", Buffer.alloc(1000)],
  ["an escape sequence", "\u001b[2J"],
  ["latin1", Buffer.from('default_agent = "caf\xe9"', "latin1")],
  ["a cut character", Buffer.from('default_agent = "é').subarray(0, -1)],
  ["UTF-16", Buffer.from('\ufeffdefault_agent = "claude"', "utf16le")],
  ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ["JSON", '{"default_agent": "claude"}'],
  ["YAML", "default_agent: claude\n"],
  ["a program", "#!/bin/sh\nrm -rf /\n"],
  ["a key without a value", "default_agent"],
  ["a value without a key", '= "claude"'],
  ["an unfinished text", 'default_agent = "claude'],
  ["an unfinished list", 'project_roots = ["/srv"'],
  ["an unfinished table", "[limits"],
  ["the same key twice", 'default_agent = "a"\ndefault_agent = "b"'],
  ["the same table twice", "[limits]\n[limits]\n"],
  ["a table as a value", "limits = 1\n[limits]\n"],
  ["ten thousand lists in each other", `project_roots = ${"[".repeat(10_000)}`],
  ["ten thousand tables in each other", `x = ${"{a=".repeat(10_000)}`],
  ["a key of ten thousand parts", `${"a.".repeat(10_000)}b = 1`],
  ["a hundred thousand keys", Array.from({ length: 50_000 }, (_, n) => `k${n} = 1`).join("\n")],
  ["a key that every object has", "__proto__ = 1"],
  ["a table that every object has", "[__proto__]\ndefault_agent = 1"],
  ["a method of every object", 'constructor = "x"'],
  ["a key of every object in a table", "[limits]\ntoString = 1"],
  ["a number that is none", "[limits]\nturn_minutes = nan"],
  ["a number without an end", "[limits]\nsilence_minutes = inf"],
  ["a limit without an end", "[limits]\nturn_minutes = inf"],
  ["a number below zero", "[limits]\nbudget_usd = -1"],
  ["half a process", "[limits]\nlive_processes = 0.5"],
  ["a number that is too large", "[limits]\nlive_processes = 99999999999999999999"],
  ["a date", "[limits]\nturn_minutes = 2026-01-01"],
  ["a list of lists", 'project_roots = [["/srv"]]'],
  ["a relative root", 'project_roots = ["../x"]'],
  ["a table for a name", "[default_agent]\nx = 1"],
  ["a hook that is a text", '[hooks]\nturn_end = "rm -rf /"'],
  ["a hook without a program", "[hooks]\nturn_end = []"],
  ["one byte too many", `${"#".repeat(1024 * 1024)}\n`],
])("refused: %s", ([, content]) => {
  const path = fileWith(content);
  expect(() => readConfig(path)).toThrow(ConfigError);
  expect(() => readConfig(path)).toThrow(path);
});

test.for(Object.entries(oddEntries))("refused: %s, also as rules", async ([, make]) => {
  const path = join(tempDir(), "config.toml");
  await make(path);
  expect(() => readConfig(path)).toThrow(ConfigError);
  expect(readPolicy("global", path)).toEqual({ name: "global", rules: [], problem: expect.stringContaining(path) });
});

test("rules that are no UTF-8 are refused: they would be about other words", () => {
  const path = fileWith(Buffer.from('[[deny]]\ncommand = "caf\xe9"\n', "latin1"));
  expect(readPolicy("global", path).problem).toBe(`${path} is not UTF-8: save it as UTF-8 text`);
});

describe("who may write the file", () => {
  test.for([0o620, 0o602, 0o664, 0o666])("one with mode %o is refused with what to do", (mode) => {
    const path = fileWith('default_agent = "claude"');
    chmodSync(path, mode);
    expect(() => readConfig(path)).toThrow(
      new ConfigError(`others can write to ${path}, so it is not used: chmod 600 ${path}`),
    );
  });

  test("one that others may read is read, also through a link", () => {
    const path = fileWith('default_agent = "claude"');
    chmodSync(path, 0o644);
    const link = join(tempDir(), "config.toml");
    symlinkSync(path, link);
    expect(readConfig(link)).toEqual(claude);
  });
});
