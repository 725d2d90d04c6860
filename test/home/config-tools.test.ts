// Agents of one's own in config.toml, and limits.
import { expect, test } from "vitest";
import { ConfigError, defaultConfig, parseConfig } from "../../src/home/index.ts";

const parse = (text: string) => parseConfig(text, "config.toml");

test("[tools.<name>] makes an agent of any program that speaks ACP", () => {
  const text = `
    [tools.mine]
    protocol = "acp"
    command = "my-agent"
    args = ["--acp", "-v"]
    env = { MODE = "x", EMPTY = "" }

    [tools."o.th-er_2"]
    protocol = "acp"
    command = "/opt/other"
  `;
  expect(parse(text)).toEqual({
    ...defaultConfig,
    tools: {
      mine: { protocol: "acp", command: "my-agent", args: ["--acp", "-v"], env: { MODE: "x", EMPTY: "" } },
      "o.th-er_2": { protocol: "acp", command: "/opt/other", args: [], env: {} },
    },
  });
});

test.for([
  ["tools = 1", "tools must be tables: [tools.<name>]"],
  ["[tools]\nmine = 1", "tools.mine must be a table: [tools.mine]"],
  ['[tools."../x"]', 'tools."../x" must be named with letters, digits, dots, dashes and underscores'],
  [
    '[tools.__proto__]\nprotocol = "acp"',
    'tools."__proto__" must be named with letters, digits, dots, dashes and underscores',
  ],
  ["[tools.mine]", 'tools.mine.protocol must be "acp"'],
  ['[tools.mine]\nprotocol = "http"', 'tools.mine.protocol must be "acp"'],
  ['[tools.mine]\nprotocol = "acp"', "tools.mine.command must be a program's name, or its path beginning with /"],
  [
    '[tools.mine]\nprotocol = "acp"\ncommand = "./run"',
    "tools.mine.command must be a program's name, or its path beginning with /",
  ],
  ['[tools.mine]\nprotocol = "acp"\ncommand = "x"\nargs = "y"', "tools.mine.args must be a list of texts"],
  [
    '[tools.mine]\nprotocol = "acp"\ncommand = "x"\nenv = { A = 1 }',
    "tools.mine.env must be a table of texts: names without =",
  ],
  [
    '[tools.mine]\nprotocol = "acp"\ncomand = "x"',
    'unknown key "tools.mine.comand" (known: protocol, command, args, env)',
  ],
  ["limits = 1", "limits must be a table: [limits]"],
  ["[limits]\nsilence_minutes = 0", "limits.silence_minutes must be a number, up to 1440"],
  ["[limits]\nsilence_seconds = 3", 'unknown key "limits.silence_seconds" (known: silence_minutes, min_free_mb)'],
] as const)("refuses %j and says where and why", ([text, message]) => {
  expect(() => parse(text)).toThrow(new ConfigError(`config.toml: ${message}`));
});

test("how long an agent may be silent can be set", () => {
  expect(defaultConfig.limits).toEqual({ silenceMinutes: 10, minFreeMegabytes: 32 });
  expect(parse("[limits]\nsilence_minutes = 2.5").limits).toEqual({ silenceMinutes: 2.5, minFreeMegabytes: 32 });
  expect(parse("[limits]\nmin_free_mb = 0").limits).toEqual({ silenceMinutes: 10, minFreeMegabytes: 0 });
  expect(parse("[limits]").limits).toEqual(defaultConfig.limits);
});
