// Hooks and notifications in config.toml.
import { expect, test } from "vitest";
import { ConfigError, defaultConfig, parseConfig } from "../../src/home/config.ts";

const parse = (text: string) => parseConfig(text, "/home/ada/.skein/config.toml");

const none = { session_start: null, session_end: null, turn_end: null, permission: null, error: null };

test("without a word on them there are no hooks, and nobody is called but by terminals", () => {
  expect(defaultConfig.hooks).toEqual({ commands: none, timeoutSeconds: 10 });
  expect(defaultConfig.notify).toEqual({ command: null, webhook: null, includeText: false, cleared: false });
});

test("[R-14] hooks are commands with their arguments, by what calls them", () => {
  const text = '[hooks]\nturn_end = ["/usr/bin/say", "a b", ""]\nerror = ["page-me"]\ntimeout_seconds = 2.5';
  expect(parse(text).hooks).toEqual({
    commands: { ...none, turn_end: ["/usr/bin/say", "a b", ""], error: ["page-me"] },
    timeoutSeconds: 2.5,
  });
});

test("[R-14] a person can be called by a command and by a webhook", () => {
  const text =
    '[notify]\ncommand = ["notify"]\nwebhook = "https://ntfy.example/x"\ninclude_text = true\ncleared = true';
  expect(parse(text).notify).toEqual({
    ...{ command: ["notify"], webhook: "https://ntfy.example/x", includeText: true, cleared: true },
  });
});

const aCommand = "a list: a program's name, or its path beginning with /, and its arguments";
const anAddress = "a URL that begins with https:// or http://";

test.for([
  ["hooks = 1", "hooks must be a table: [hooks]"],
  ['[hooks]\nturn_ended = ["x"]', 'unknown key "hooks.turn_ended" (known: session_start, session_end, turn_end'],
  ['[hooks]\n__proto__ = ["x"]', 'unknown key "hooks.__proto__"'],
  ['[hooks]\nerror = "page-me now"', `hooks.error must be ${aCommand}`],
  ["[hooks]\nerror = []", `hooks.error must be ${aCommand}`],
  ['[hooks]\nerror = ["./page-me"]', `hooks.error must be ${aCommand}`],
  ['[hooks]\nerror = ["page-me", 1]', `hooks.error must be ${aCommand}`],
  ["[hooks]\ntimeout_seconds = 0", "hooks.timeout_seconds must be a number, up to 600"],
  ["[hooks]\ntimeout_seconds = nan", "hooks.timeout_seconds must be a number, up to 600"],
  ["notify = true", "notify must be a table: [notify]"],
  ["[notify]\nwebhok = 1", 'unknown key "notify.webhok" (known: command, webhook, include_text, cleared)'],
  ['[notify]\ncommand = ["../x"]', `notify.command must be ${aCommand}`],
  ['[notify]\nwebhook = "file:///etc/passwd"', `notify.webhook must be ${anAddress}`],
  ['[notify]\nwebhook = "example.com/x"', `notify.webhook must be ${anAddress}`],
  ['[notify]\nwebhook = ""', `notify.webhook must be ${anAddress}`],
  ['[notify]\ninclude_text = "yes"', "notify.include_text must be true or false"],
  ["[notify]\ncleared = 1", "notify.cleared must be true or false"],
] as const)("refuses %j and says why", ([text, message]) => {
  expect(() => parse(text)).toThrow(ConfigError);
  expect(() => parse(text)).toThrow(`/home/ada/.skein/config.toml: ${message}`);
});
