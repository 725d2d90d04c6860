// What a person may set, and what they are told when it can't be used.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, defaultConfig, parseConfig, readConfig } from "../../src/home/config.ts";
import { tempDir } from "../kit/temp-dir.ts";

const parse = (text: string) => parseConfig(text, "/home/ada/.skein/config.toml");

test.for([
  ["", defaultConfig],
  ["# nothing set\n", defaultConfig],
  ['default_agent = "claude"', { ...defaultConfig, defaultAgent: "claude" }],
  ["project_roots = []", { ...defaultConfig, projectRoots: [] }],
  [
    'default_agent = "pi"\nproject_roots = ["~/work", "/srv/code", "~"]\n',
    { ...defaultConfig, defaultAgent: "pi", projectRoots: ["~/work", "/srv/code", "~"] },
  ],
] as const)("reads %j", ([text, expected]) => {
  expect(parse(text)).toEqual(expected);
});

test("looks for projects in ~/Projects when nothing is said", () => {
  expect(defaultConfig).toMatchObject({ defaultAgent: null, projectRoots: ["~/Projects"] });
});

const known = "(known: default_agent, project_roots";
const aRoot = "a list of directories, each beginning with / or ~/";

test.for([
  ["a = ", ":1:5: Invalid TOML document: invalid value"],
  ['# two\ndefault_agent = "x"\nproject_roots = ["~', ":3:18: Invalid TOML document: unfinished string"],
  [
    'default_agent = "x"\ndefault_agent = "y"',
    ":2:1: Invalid TOML document: trying to redefine an already defined table or value",
  ],
  ['defualt_agent = "x"', `: unknown key "defualt_agent" ${known}`],
  ["[wishes]\nworld = 1", `: unknown key "wishes" ${known}`],
  ["__proto__ = 1", `: unknown key "__proto__" ${known}`],
  ["default_agent = 1", ": default_agent must be an agent's name"],
  ['default_agent = ""', ": default_agent must be an agent's name"],
  ['project_roots = "~/work"', `: project_roots must be ${aRoot}`],
  ["project_roots = [1]", `: project_roots must be ${aRoot}`],
  ['project_roots = ["work"]', `: project_roots must be ${aRoot}`],
  ['project_roots = [""]', `: project_roots must be ${aRoot}`],
  ['project_roots = ["~ada/work"]', `: project_roots must be ${aRoot}`],
] as const)("refuses %j and says where and why", ([text, message]) => {
  expect(() => parse(text)).toThrow(ConfigError);
  expect(() => parse(text)).toThrow(`/home/ada/.skein/config.toml${message}`);
});

describe("the file", () => {
  test("may be missing", () => {
    expect(readConfig(join(tempDir(), "config.toml"))).toEqual(defaultConfig);
  });

  test("is read as it is", () => {
    const path = join(tempDir(), "config.toml");
    writeFileSync(path, '\ufeffdefault_agent = "claude"\r\n');
    expect(readConfig(path)).toEqual({ ...defaultConfig, defaultAgent: "claude" });
  });

  test("that can't be read is an error with its name", () => {
    const path = join(tempDir(), "config.toml");
    mkdirSync(path);
    expect(() => readConfig(path)).toThrow(`${path} is not a file, but a directory`);
    expect(() => readConfig(path)).toThrow(ConfigError);
  });
});

test("a link that leads nowhere is not the same as no file", () => {
  const path = join(tempDir(), "config.toml");
  symlinkSync(join(tempDir(), "gone.toml"), path);
  expect(() => readConfig(path)).toThrow(/is a link to a missing file/);
});
