import { expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { type CliDaemon, cliDaemon, done, text } from "./cli-daemon.ts";

/** A session with so many finished turns. */
async function talked({ daemon }: CliDaemon, prompts: readonly string[]): Promise<string> {
  const session = await daemon.newSession("fix");
  for (const [index, prompt] of prompts.entries()) {
    const id = await daemon.send(session, prompt);
    const agent = await daemon.run();
    if (index === 0) agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
    await daemon.event(session, ({ type, data }) => type === "user_prompt" && data.promptId === id);
    agent.say(text(`answer ${index + 1}`, `m${index + 1}`), { ...done, mark: `mark-${index + 1}` } as typeof done);
    await daemon.event(session, ({ type, data }) => type === "turn_end" && data.promptId === id);
  }
  return session;
}

test("[A-25] a fork begins after the last finished turn, or after the one that is named, and says where it comes from", async () => {
  const cli = await cliDaemon();
  const source = await talked(cli, ["first this", "then that"]);
  const made = await cli.run(["fork", "fix", "--name", "other"]);
  expect(made).toMatchObject({ code: 0, err: "" });
  expect(made.out).toMatch(/^created other \([0-9a-f]{8}\), forked from fix after t2\n$/);
  expect((await cli.run(["show", "other"])).out.split("\n")).toContain("forked from fix after t2");
  const older = JSON.parse((await cli.run(["fork", "fix", "--at", "1", "--json"])).out);
  expect(older).toMatchObject({ v: 1, created: true, session: { fork: { session: source, turn: "t1" } } });
  const shown = (await cli.run(["show", older.session.id])).out;
  expect(shown).toContain("answer 1");
  expect(shown).not.toContain("answer 2");
});

test("[A-25] a fork that is opened and left without a prompt stays", async () => {
  const cli = await cliDaemon();
  await talked(cli, ["first this"]);
  const running = cli.start(["fork", "fix", "--no-color"], { isTerminal: true });
  await until("the line to type in", () => /\n› /.test(running.out()) && running.out().includes("answer 1"));
  running.type("\x03");
  expect((await running.result).out).toContain("Reopen with: skein attach");
  expect(await cli.daemon.client.sessions()).toHaveLength(2);
});

test("[A-25] a prompt is sent to the fork at once", async () => {
  const cli = await cliDaemon();
  await talked(cli, ["first this"]);
  const { code, out } = await cli.run(["fork", "fix", "try another way", "--detach", "--json"]);
  expect(code).toBe(0);
  const { session, promptId } = JSON.parse(out);
  const agent = await cli.daemon.run(2);
  agent.say({ type: "bound", nativeId: "native-2", provenance: "reported" });
  await cli.daemon.event(session.id, ({ type, data }) => type === "user_prompt" && data.promptId === promptId);
  expect(agent.prompts).toEqual(["try another way"]);
});

test("[A-25] a turn that is not there is refused with those that are", async () => {
  const cli = await cliDaemon();
  await talked(cli, ["first this\nand more", "then that"]);
  const { code, out, err } = await cli.run(["fork", "fix", "--at", "t9"]);
  expect({ code, out }).toEqual({ code: 3, out: "" });
  expect(err.split("\n")).toEqual([
    expect.stringMatching(/^error: this session has no finished turn t9/),
    "  t1  first this",
    "  t2  then that",
    "fix: choose one of them, or leave --turn out for the last",
    "",
  ]);
});

test("[A-25] an agent that can't branch off is refused, with those that can", async () => {
  const cli = await cliDaemon();
  const session = await talked(cli, ["first this"]);
  const driver = cli.daemon.registry.get("scripted")!;
  const capabilities = { ...driver.capabilities, fork: "none" as const };
  const cannot = { ...driver, capabilities };
  const can = { ...driver, id: "other" };
  cli.daemon.registry = {
    get: (id) => (id === "scripted" ? cannot : id === "other" ? can : null),
    list: () => [cannot, can],
    defaultAgent: async () => cannot,
  };
  await cli.daemon.restart();
  const { code, err } = await cli.run(["fork", session]);
  expect(code).toBe(1);
  expect(err).toBe("error: Scripted can't fork a conversation\nfix: agents that can: other; see: skein agents\n");
});

test("[A-25] a copy whose conversation is another session's can't be forked, and names the session that can", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  agent.say(text("ok"), done);
  await daemon.event(session, ({ type }) => type === "turn_end");
  const { out: stdin } = await run(["export", session]);
  const copy: string = JSON.parse((await run(["import", "-", "--as-new", "--json"], { stdin })).out).session.id;
  const short = session.slice(0, 8);
  expect(await run(["fork", copy])).toEqual({
    code: 1,
    out: "",
    err: `error: the agent can't resume this conversation: it belongs to session ${session}\nfix: fork that session: skein fork ${short}\n`,
  });
  expect((await run(["fork", short])).code).toBe(0);
  await run(["delete", session]);
  expect((await run(["fork", copy])).err).toMatch(/\nfix: start a new session: skein new\n$/);
});
