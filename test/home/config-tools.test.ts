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
  ["[limits]\nrunning_sessions = 1.5", "limits.running_sessions must be a whole number; 0 = all"],
  ["[limits]\nresume_after_quota = 1", "limits.resume_after_quota must be true or false"],
  [
    "[limits]\nsilence_seconds = 3",
    'unknown key "limits.silence_seconds" (known: silence_minutes, min_free_mb, running_sessions, park_minutes, live_processes, turn_minutes, budget_usd, budget_tokens, resume_after_quota)',
  ],
] as const)("refuses %j and says where and why", ([text, message]) => {
  expect(() => parse(text)).toThrow(new ConfigError(`config.toml: ${message}`));
});

test("how long an agent may be silent can be set", () => {
  const { limits } = defaultConfig;
  expect(limits).toMatchObject({ silenceMinutes: 10, minFreeMegabytes: 32, runningSessions: 0, budgetUsd: 0 });
  expect(parse("[limits]\nsilence_minutes = 2.5").limits).toEqual({ ...limits, silenceMinutes: 2.5 });
  expect(parse("[limits]\nrunning_sessions = 5\nbudget_usd = 1.5\nresume_after_quota = true").limits).toEqual({
    ...limits,
    runningSessions: 5,
    budgetUsd: 1.5,
    resumeAfterQuota: true,
  });
  expect(parse("[limits]").limits).toEqual(limits);
});
