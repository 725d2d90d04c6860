import { lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { parse, stringify } from "smol-toml";
import { expect, test } from "vitest";
import { parseKey, removeFromToml, setInToml } from "../../src/cli/config/toml-text.ts";
import { configDefinition, parseConfig } from "../../src/home/config.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { type Result, runCli } from "./run-cli.ts";

// None of these needs a daemon: where none can be started, nobody knows which agents there are.

function config(text: string) {
  const home = tempDir();
  const file = join(home, "config.toml");
  writeFileSync(file, text, { mode: 0o640 });
  return {
    file,
    text: () => readFileSync(file, "utf8"),
    run: (...words: string[]): Promise<Result> => runCli(["config", ...words], { home }),
  };
}

const WRITTEN = `# mine
default_agent = "demo" # the best

[limits] # how much
# a turn
turn_minutes = 5   # short
budget_usd = 1

# the end
[notify]
webhook = "https://ntfy.example/a#b"
`;

test("set changes one value, and every comment and line stays where it was", async () => {
  const { run, text, file } = config(WRITTEN);
  expect((await run("set", "limits.turn_minutes", "30")).out).toBe("limits.turn_minutes = 30\n");
  expect(text()).toBe(WRITTEN.replace("turn_minutes = 5 ", "turn_minutes = 30 "));
  await run("set", "default_agent", "claude");
  await run("set", "notify.webhook", "https://ntfy.example/c");
  await run("set", "limits.park_minutes", "2.5");
  await run("set", "project_roots", '["~/src", "~/work"]');
  await run("set", "agents.claude.transport", "oneshot");
  expect(text()).toBe(`# mine
default_agent = "claude" # the best
project_roots = ["~/src", "~/work"]

[limits] # how much
# a turn
turn_minutes = 30   # short
budget_usd = 1
park_minutes = 2.5

# the end
[notify]
webhook = "https://ntfy.example/c"

[agents.claude]
transport = "oneshot"
`);
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

test("set makes the file, and the home, where there is none; a link stays a link", async () => {
  const home = join(tempDir(), "home");
  expect(await runCli(["config", "set", "limits.budget_usd", "5"], { home })).toMatchObject({ code: 0 });
  expect(readFileSync(join(home, "config.toml"), "utf8")).toBe("[limits]\nbudget_usd = 5\n");
  const [dotfiles, linked] = [tempDir(), tempDir()];
  writeFileSync(join(dotfiles, "skein.toml"), "");
  symlinkSync(join(dotfiles, "skein.toml"), join(linked, "config.toml"));
  await runCli(["config", "set", "default_agent", "demo"], { home: linked });
  expect(lstatSync(join(linked, "config.toml")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(dotfiles, "skein.toml"), "utf8")).toBe('default_agent = "demo"\n');
});

test.for([
  [["set", "limits.turn_minutes", "soon"], "limits.turn_minutes must be a number of minutes; 0 = no limit"],
  [["set", "limits.budget_usd", "--", "-1"], "limits.budget_usd must be an amount of dollars"],
  [["set", "project_roots", "src"], "project_roots must be a list of directories"],
  [["set", "agents.claude.transport", "pigeon"], '"stream", "acp" or "oneshot"'],
  [["set", "hooks.turn_end", '["./run-me"]'], "hooks.turn_end must be a list: a program's name"],
])("%j is refused with what is allowed, and the file stays as it was", async ([words, why]) => {
  const { run, text } = config(WRITTEN);
  const { code, out, err } = await run(...(words as string[]));
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(`why: ${(why as string).startsWith('"') ? "" : why}`);
  expect(err).toContain(why as string);
  expect(err).toContain("fix: for example: skein config set ");
  expect(text()).toBe(WRITTEN);
});

test.for([
  [["set", "limits.turn_minuts", "1"], 'there is no key "limits.turn_minuts"', "did you mean limits.turn_minutes?"],
  [["set", "tools.chat.comand", "x"], 'there is no key "tools.chat.comand"', "did you mean tools.chat.command?"],
  [["get", "nonsense.at.all"], 'there is no key "nonsense.at.all"', "skein help config"],
  [["set", "default_agent"], "missing argument for config set", "usage: skein config get"],
  [["gte"], 'unknown config command "gte"', "did you mean: skein config get?"],
])("%j is refused", async ([words, error, fix]) => {
  const { run } = config("");
  const { code, err } = await run(...(words as string[]));
  expect(code).toBe(2);
  expect(err).toContain(`error: ${error}`);
  expect(err).toContain(fix);
});

test("a file that is broken already is not touched", async () => {
  const { run, text } = config("default_agent = \n");
  const { code, err } = await run("set", "default_agent", "demo");
  expect(code).toBe(1);
  expect(err).toMatch(
    /^error: the config can't be used\nwhy: .*config\.toml:1:\d+: .*\nfix: correct it: skein config edit\n$/,
  );
  expect(text()).toBe("default_agent = \n");
});

test("what stands in a form that can't be changed by itself is left to an editor", async () => {
  const { run, text } = config("limits = { turn_minutes = 5 }\n");
  const { code, err } = await run("set", "limits.turn_minutes", "6");
  expect(code).not.toBe(0);
  expect(err).toContain("fix: ");
  expect(text()).toBe("limits = { turn_minutes = 5 }\n");
});

test("unset removes one value with its line, and says what holds then", async () => {
  const { run, text } = config(WRITTEN);
  expect(await run("unset", "limits.turn_minutes")).toEqual({
    code: 0,
    out: "limits.turn_minutes = 0 (default)\n",
    err: "",
  });
  expect((await run("unset", "notify.webhook")).out).toBe("notify.webhook removed\n");
  expect(text()).toBe(
    WRITTEN.replace("turn_minutes = 5   # short\n", "").replace('webhook = "https://ntfy.example/a#b"\n', ""),
  );
  expect((await run("unset", "limits.turn_minutes")).out).toBe("limits.turn_minutes is not set\n");
  expect(JSON.parse((await run("unset", "limits.budget_usd", "--json")).out)).toMatchObject({
    ...{ v: 1, key: "limits.budget_usd", value: 0, isSet: false },
  });
});

test("unset removes all of an agent or a tool, but no key that it can't be without", async () => {
  const chat = '[tools.chat]\ncommand = "chat" # mine\nargs = [\n  "-q",\n]\n\n';
  const { run, text } = config(`${chat}[limits]\nturn_minutes = 5\n`);
  const { code, err } = await run("unset", "tools.chat.command");
  expect([code, err]).toEqual([
    2,
    [
      "error: tools.chat.command is required",
      "why: tools.chat.command must be a program's name, or its path beginning with /",
      "fix: remove all of tools.chat: skein config unset tools.chat; the file was not changed",
      "",
    ].join("\n"),
  ]);
  expect((await run("unset", "tools.chat")).out).toBe("tools.chat removed\n");
  expect(text()).toBe("\n[limits]\nturn_minutes = 5\n");
  expect((await run("unset", "limits")).err).toContain('error: there is no key "limits"');
  expect((await run("unset", "limits.turn_minuts")).err).toContain("did you mean limits.turn_minutes?");
});

test("what can't be removed by itself is left to an editor", async () => {
  const { run, text } = config("limits = { turn_minutes = 5 }\n");
  expect((await run("unset", "limits.turn_minutes")).err).toContain("fix: edit it: skein config edit");
  expect(text()).toBe("limits = { turn_minutes = 5 }\n");
});

test("get shows what holds, and whether the file says so", async () => {
  const { run, file } = config(WRITTEN);
  expect((await run("get", "limits.turn_minutes")).out).toBe("5\n");
  expect((await run("get", "default_agent")).out).toBe("demo\n");
  expect((await run("get", "limits.live_processes")).out).toBe("32\n");
  expect((await run("get", "notify.command")).out).toBe("(not set)\n");
  expect((await run("get", "agents.claude.transport")).out).toBe("stream\n");
  expect(JSON.parse((await run("get", "limits.budget_usd", "--json")).out)).toEqual({
    v: 1,
    key: "limits.budget_usd",
    value: 1,
    isSet: true,
  });
  const { out } = await run("get", "limits");
  expect(out).toMatch(/^limits\.budget_tokens +0 +default\nlimits\.budget_usd +1\n/);
  const all = JSON.parse((await run("get", "--json")).out);
  expect(all).toMatchObject({ v: 1, path: file });
  expect(all.values).toContainEqual({ key: "project_roots", value: ["~/Projects"], isSet: false });
  expect((await run("path")).out).toBe(`${file}\n`);
});

const setIn = (text: string, { key, example }: { key: string; example: string }): string =>
  setInToml(text, parseKey(key.replace("<name>", "mine")) ?? [], example);

test("every key in the table is one that the config takes, with its example", () => {
  const oneshot = [
    "prompt_patterns",
    "busy_patterns",
    "detect_patterns",
    "multiline_marks",
    "start_seconds",
    "capture_resume",
  ];
  const isFor = (protocol: string) => (key: string) =>
    protocol === "lines"
      ? !/(response|error|session_id)_json_path|output_format|capture_resume|prompt_flag/.test(key)
      : !oneshot.some((one) => key.endsWith(one));
  for (const protocol of ["oneshot", "lines"]) {
    const keys = configDefinition.keys.filter(({ key }) => isFor(protocol)(key));
    const text = keys.reduce(
      (sum, one) => setIn(sum, one.key.endsWith(".protocol") ? { ...one, example: `"${protocol}"` } : one),
      "",
    );
    parseConfig(text, "config.toml");
  }
});

test("whatever stands in a file, setting a value changes that value alone", () => {
  const name = fc.stringMatching(/^[a-z_]{1,6}$/);
  const value = fc.oneof(
    fc.integer({ min: -1000, max: 1000 }),
    fc.boolean(),
    fc.string(),
    fc.array(fc.string(), { maxLength: 3 }),
  );
  const table = fc.dictionary(name, value, { maxKeys: 4, noNullPrototype: true });
  const file = fc.record({ top: table, tables: fc.dictionary(name, table, { maxKeys: 3, noNullPrototype: true }) });
  fc.assert(
    fc.property(file, name, name, fc.boolean(), ({ top, tables }, outer, inner, isTop) => {
      const before = { ...top, ...tables } as Record<string, unknown>;
      const text = stringify(before)
        .split("\n")
        .map((line) => (/^\w+ = (\d+|true|false)$/.test(line) ? `${line} # "note" = [1]` : line))
        .join("\n");
      const isPlaceable = isTop
        ? !Object.hasOwn(tables, inner)
        : !Object.hasOwn(before, outer) || Object.hasOwn(tables, outer);
      fc.pre(isPlaceable);
      const path = isTop ? [inner] : [outer, inner];
      const after = setInToml(text, path, '"new"');
      const wanted = isTop
        ? { ...before, [inner]: "new" }
        : { ...before, [outer]: { ...(before[outer] as object | undefined), [inner]: "new" } };
      expect(parse(after)).toEqual(parse(stringify(wanted)));
      const removed = text.split("\n").filter((line) => !after.split("\n").includes(line));
      expect(removed.length).toBeLessThanOrEqual(1);
    }),
  );
});

test("whatever stands in a file, a value that was put there is removed without a trace", () => {
  const name = fc.stringMatching(/^[a-z_]{1,6}$/);
  const value = fc.oneof(fc.integer(), fc.boolean(), fc.string(), fc.array(fc.string(), { maxLength: 3 }));
  const table = fc.dictionary(name, value, { maxKeys: 4, noNullPrototype: true });
  const file = fc.dictionary(name, table, { maxKeys: 3, noNullPrototype: true });
  fc.assert(
    fc.property(file, name, name, (tables, outer, inner) => {
      fc.pre(Object.hasOwn(tables, outer) && !Object.hasOwn(tables[outer] ?? {}, inner));
      const text = stringify(tables);
      expect(removeFromToml(setInToml(text, [outer, inner], "[1,\n2] # note"), [outer, inner])).toBe(text);
    }),
  );
});

test("a key may be quoted, and what is no key is none", () => {
  expect(parseKey('tools."my.tool".command')).toEqual(["tools", "my.tool", "command"]);
  expect(parseKey("a . 'b c'")).toEqual(["a", "b c"]);
  for (const wrong of ["", ".", "a.", "a..b", "a b", '"a', "a=b"])
    expect([wrong, parseKey(wrong)]).toEqual([wrong, null]);
});

test("config edit without anything to write to is said", async () => {
  const home = tempDir();
  mkdirSync(join(home, "config.toml"));
  expect((await runCli(["config", "get"], { home })).code).toBe(1);
});
