import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRegistry, unreadableLine } from "../../src/agents/index.ts";
import type { Transport } from "../../src/core/index.ts";
import { ConfigError, parseConfig } from "../../src/home/config.ts";
import type { Config } from "../../src/home/index.ts";
import { contextFor } from "../contracts/recording.ts";
import { tempDir } from "../kit/temp-dir.ts";

const registry = createRegistry({ programs: "/opt/skein" });

test("an agent is found by its id", () => {
  expect(registry.list().map(({ id }) => id)).toEqual([
    ...["demo", "claude", "codex", "gemini", "copilot", "opencode", "pi"],
  ]);
  expect(registry.get("nobody")).toBeNull();
  expect(registry.get("constructor")).toBeNull();
});

test("who names no agent gets the first real one on their PATH, else the demo agent", async () => {
  const bin = tempDir();
  expect((await registry.defaultAgent({ PATH: bin })).id).toBe("demo");
  writeFileSync(join(bin, "gemini"), "", { mode: 0o755 });
  expect((await registry.defaultAgent({ PATH: bin })).id).toBe("gemini");
  writeFileSync(join(bin, "claude"), "", { mode: 0o755 });
  expect((await registry.defaultAgent({ PATH: bin })).id).toBe("claude");
});

const { tools: mine } = parseConfig(
  '[tools.mine]\nprotocol = "acp"\ncommand = "my-agent"\nargs = ["--acp"]\nenv = { A = "b" }',
  "config.toml",
);

test("an agent of config.toml is one by config alone, from the next command on", async () => {
  let tools: Config["tools"] = {};
  const own = createRegistry({ programs: "/opt/skein", tools: () => tools });
  expect(own.get("mine")).toBeNull();
  tools = mine;
  const driver = own.get("mine");
  expect(own.list().at(-1)?.id).toBe("mine");
  expect(driver?.launch({ ...contextFor("r1"), executable: "/bin/my-agent" })).toEqual({
    argv: ["/bin/my-agent", "--acp"],
    env: { A: "b" },
  });
  expect(await driver?.find({ PATH: "/nowhere" })).toEqual({
    kind: "missing",
    tried: ["/nowhere/my-agent"],
    install: "install my-agent, or correct tools.mine.command in config.toml",
  });
});

test("Claude Code runs as config.toml says, from the next command on", () => {
  let transport: "stream" | "oneshot" = "stream";
  const own = createRegistry({ programs: "/opt/skein", agents: () => ({ claude: { transport } }) });
  expect(own.get("claude")?.transport).toBe("stream");
  transport = "oneshot";
  expect(own.get("claude")?.transport).toBe("oneshot");
  expect(own.list().flatMap(({ id, transport }) => (transport === "oneshot" ? [id] : []))).toEqual(["claude"]);
});

test("an agent of config.toml can't have the name of one that Skein knows; those are found whatever the file says", () => {
  const own = createRegistry({ programs: "/opt/skein", tools: () => ({ gemini: mine.mine! }) });
  const error = new ConfigError(
    "config.toml: tools.gemini must have another name: gemini is an agent that Skein knows",
  );
  expect(() => own.list()).toThrow(error);
  expect(() => own.get("mine")).toThrow(error);
  expect(own.get("gemini")?.title).toBe("Gemini CLI");
});

test("an unreadable line is shown up to 2 KB, and never ends inside a character", () => {
  const text = "The agent printed a line that Skein could not read.";
  expect(unreadableLine("half a {")).toEqual({
    type: "notice",
    data: { kind: "unreadable_line", text, raw: "half a {" },
  });
  expect(unreadableLine(`x${"\u{1f600}".repeat(1000)}`)).toEqual({
    type: "notice",
    data: { kind: "unreadable_line", text, raw: `x${"\u{1f600}".repeat(511)}` },
  });
});

test("a run is talked to as it was started, whatever config.toml says by now; a name that has no settings is refused", () => {
  let agents: Record<string, { transport: Transport }> = { claude: { transport: "oneshot" } };
  const own = createRegistry({ programs: "/opt/skein", agents: () => agents });
  expect(own.get("claude")?.transport).toBe("oneshot");
  expect(own.get("claude", "stream")?.transport).toBe("stream");
  agents = { clod: { transport: "stream" } };
  const error = new ConfigError(
    'config.toml: unknown key "agents.clod" (known: demo, claude, codex, gemini, copilot, opencode, pi)',
  );
  expect(() => own.get("claude")).toThrow(error);
  expect(own.get("claude", "stream")?.transport).toBe("stream");
  expect(own.get("demo")?.id).toBe("demo");
});
