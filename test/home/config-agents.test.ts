import { expect, test } from "vitest";
import { ConfigError, defaultConfig, parseConfig } from "../../src/home/config.ts";

const parse = (text: string) => parseConfig(text, "/home/ada/.skein/config.toml");

test.for([
  ["[agents.claude]", "stream"],
  ['[agents.claude]\ntransport = "oneshot"', "oneshot"],
  ['agents.claude.transport = "stream"', "stream"],
] as const)("%j runs Claude Code as a %s", ([text, transport]) => {
  expect(parse(text)).toEqual({ ...defaultConfig, agents: { claude: { transport } } });
});

test.for([
  ["agents = 1", "agents must be a table: [agents.<name>]"],
  ["agents.claude = 1", "agents.claude must be a table: [agents.claude]"],
  ['[agents.claude]\ntransprot = "x"', 'unknown key "agents.claude.transprot" (known: transport)'],
  ['[agents.claude]\ntransport = "tty"', 'agents.claude.transport must be "stream", "acp" or "oneshot"'],
] as const)("refuses %j and says why", ([text, message]) => {
  expect(() => parse(text)).toThrow(new ConfigError(`/home/ada/.skein/config.toml: ${message}`));
});
