// Tools of config.toml among the other agents.
import { expect, test } from "vitest";
import { createRegistry } from "../../../src/agents/index.ts";
import { parseConfig } from "../../../src/home/config.ts";

const text = `
[tools.chat]
command = "chat"
icon = "🧶"

[tools.repl]
protocol = "lines"
command = "repl"
prompt_patterns = ["> "]

[tools.acp]
protocol = "acp"
command = "acp"
icon = "A"
`;

const { tools } = parseConfig(text, "config.toml");
const registry = createRegistry({ programs: "/opt/skein", tools: () => tools });

test("[A-29] a tool of any protocol is an agent, with its icon", async () => {
  const own = registry.list().slice(-3);
  expect(own.map(({ id, transport, icon }) => ({ id, transport, icon }))).toEqual([
    { id: "chat", transport: "oneshot", icon: "🧶" },
    { id: "repl", transport: "stream", icon: undefined },
    { id: "acp", transport: expect.stringMatching(/stream|acp/), icon: "A" },
  ]);
  expect(await registry.get("chat")?.find({ PATH: "/nowhere" })).toEqual({
    kind: "missing",
    tried: ["/nowhere/chat"],
    install: "install chat, or correct tools.chat.command in config.toml",
  });
});

test("a run of the other kind can't be taken up by what config.toml describes now", () => {
  expect(registry.get("chat", "stream")).toBeNull();
  expect(registry.get("chat", "oneshot")?.id).toBe("chat");
  expect(registry.get("repl", "oneshot")).toBeNull();
  expect(registry.get("repl", "stream")?.id).toBe("repl");
  expect(registry.get("acp", "stream")?.id).toBe("acp");
});
