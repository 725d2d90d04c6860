// Names of agents in config.toml, with the agents that there are: a name that is none is refused before it fails the next command.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";

const KNOWN = "demo, claude, codex, gemini, copilot, opencode, pi";

function home(text = 'default_agent = "demo"\n') {
  const skein = new SkeinHome();
  const file = join(skein.home, "config.toml");
  writeFileSync(file, text);
  return {
    skein,
    file,
    text: () => readFileSync(file, "utf8"),
    set: (...words: string[]) => skein.run(["config", "set", ...words]),
  };
}

test("an agent that there is not is refused, with the nearest one, and the file stays as it was", async () => {
  const { set, text } = home();
  expect(await set("default_agent", "claud")).toEqual({
    code: 2,
    out: "",
    err: `error: there is no agent "claud"; known: ${KNOWN}\nfix: did you mean claude? list agents: skein agents; the file was not changed\n`,
  });
  expect((await set("agents.gemni.transport", "oneshot")).err).toContain('there is no agent "gemni"');
  expect((await set("agents.claude.transport", "acp")).err).toContain(
    'error: agents.claude.transport must be "stream" or "oneshot"\n',
  );
  expect((await set("tools.claude.command", "x")).err).toContain("error: tools.claude must have another name\n");
  expect(text()).toBe('default_agent = "demo"\n');
  expect(await set("default_agent", "claude")).toMatchObject({ code: 0, out: "default_agent = claude\n" });
  expect(await set("agents.gemini.transport", "oneshot")).toMatchObject({ code: 0 });
});

test("a tool of the config is an agent, and no longer one when it is removed", async () => {
  const { skein, set } = home('default_agent = "demo"\n\n[tools.chat]\ncommand = "chat"\n');
  expect(await set("default_agent", "chat")).toMatchObject({ code: 0 });
  const removed = await skein.run(["config", "unset", "tools.chat"]);
  expect([removed.code, removed.err]).toEqual([2, expect.stringContaining('there is no agent "chat"')]);
  await set("default_agent", "demo");
  expect(await skein.run(["config", "unset", "tools.chat"])).toMatchObject({ code: 0, out: "tools.chat removed\n" });
  expect((await set("default_agent", "chat")).err).toContain(`there is no agent "chat"; known: ${KNOWN}\n`);
});

test("what the file has wrong already is no reason to refuse what would mend it", async () => {
  const { skein, set, text } = home('[agents.nosuch]\ntransport = "oneshot"\n');
  expect(await set("limits.turn_minutes", "5")).toMatchObject({ code: 0 });
  expect(await skein.run(["config", "unset", "agents.nosuch"])).toMatchObject({ code: 0 });
  expect(text()).not.toContain("nosuch");
  expect(await set("default_agent", "nosuch")).toMatchObject({ code: 2 });
});
