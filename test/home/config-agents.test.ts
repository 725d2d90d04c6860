import { expect, test } from "vitest";
import { ConfigError, defaultConfig, parseConfig } from "../../src/home/config.ts";

const parse = (text: string) => parseConfig(text, "/home/ada/.skein/config.toml");

test.for([
  ["[agents.claude]", "stream"],
  ['[agents.claude]\ntransport = "oneshot"', "oneshot"],
  ['agents.claude.transport = "stream"', "stream"],
] as const)("%j runs Claude Code as a %s", ([text, transport]) => {
  expect(parse(text)).toEqual({ ...defaultConfig, agents: { claude: { transport, queuedPrompts: null } } });
});

test("[M-26] how many prompts may wait is said for all agents, for one that Skein knows, and for one of your own", () => {
  const { limits, agents, tools } = parse(
    'limits.queued_prompts = 7\nagents.claude.queued_prompts = 0\n[tools.chat]\ncommand = "chat"\nqueued_prompts = 1',
  );
  expect([limits.queuedPrompts, agents.claude, tools.chat?.queuedPrompts]).toEqual([
    7,
    { transport: "stream", queuedPrompts: 0 },
    1,
  ]);
});

test.for([
  ["limits.queued_prompts = 101", "limits.queued_prompts must be a whole number up to 100; 0 = no queue"],
  ["agents.claude.queued_prompts = -1", "agents.claude.queued_prompts must be a whole number up to 100; 0 = no queue"],
  [
    '[tools.chat]\ncommand = "chat"\nqueued_prompts = 1.5',
    "tools.chat.queued_prompts must be a whole number up to 100; 0 = no queue",
  ],
  ["agents = 1", "agents must be tables: [agents.<name>]"],
  ["agents.claude = 1", "agents.claude must be a table: [agents.claude]"],
  ['[agents.claude]\ntransprot = "x"', 'unknown key "agents.claude.transprot" (known: transport, queued_prompts)'],
  ['[agents.claude]\ntransport = "tty"', 'agents.claude.transport must be "stream", "acp" or "oneshot"'],
] as const)("refuses %j and says why", ([text, message]) => {
  expect(() => parse(text)).toThrow(new ConfigError(`/home/ada/.skein/config.toml: ${message}`));
});
