// Commands of an agent's own: listed by it, sent by people, refused where  not foundthat name.
import { expect, test } from "vitest";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const commands = [
  { name: "usage", description: "What it cost", aliases: ["cost"] },
  { name: "memory show", description: "Shows the memory" },
];

const send = (daemon: TestDaemon, session: string, text: string) =>
  daemon.client.prompt(session, { content: [{ type: "text", text }], command: true });

/** A session whose agent has listed its commands and rests. */
async function listed() {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("go");
  agent.say({ type: "commands", commands }, { type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  return { daemon, session, agent };
}

test("what the agent lists is a fact of the session, written once", async () => {
  const { daemon, session, agent } = await listed();
  agent.say({ type: "commands", commands }, { type: "notice", data: { kind: "x", text: "after it" } });
  await daemon.ofType(session, "notice");
  expect(daemon.types(session).filter((type) => type === "commands_listed")).toHaveLength(1);
  expect((await daemon.client.session(session)).state.binding.commands).toEqual(commands);
});

test.for(["/usage", "/cost", "/memory show all"])(
  "%s reaches the agent as a command, and the log says so",
  async (text) => {
    const { daemon, session, agent } = await listed();
    const { id } = await send(daemon, session, text);
    await until("the command", () => agent.prompts.includes(text));
    expect(agent.heard.at(-1)).toMatchObject({ said: "prompt", promptId: id, text, isCommand: true });
    for (const type of ["prompt_queued", "user_prompt"])
      expect((await daemon.event(session, (one) => one.type === type && one.data.promptId === id)).data).toMatchObject({
        text,
        command: true,
      });
  },
);

test("a text with a slash is no command", async () => {
  const { daemon, session, agent } = await listed();
  await daemon.send(session, "/usage");
  await until("the text", () => agent.prompts.includes("/usage"));
  expect(agent.heard.at(-1)).not.toHaveProperty("isCommand");
});

test.for(["/usge", "usage", "/", "/etc/hosts"])("%s is refused where the agent has not listed it", async (text) => {
  const { daemon, session } = await listed();
  await expect(send(daemon, session, text)).rejects.toMatchObject({ code: "command_unknown" });
  expect((await daemon.client.queue(session)).items).toEqual([]);
});

test("a queued command can't become a text or one that nobody has", async () => {
  const { daemon, session } = await listed();
  await daemon.client.prompt(session, { content: [{ type: "text", text: "/usage" }], command: true, held: true });
  const { items } = await daemon.client.queue(session);
  const promptId = items[0]?.promptId ?? "";
  expect(items[0]).toMatchObject({ text: "/usage", command: true });
  const edit = (text: string) => daemon.client.editPrompt(session, promptId, { content: [{ type: "text", text }] });
  await expect(edit("drop everything")).rejects.toMatchObject({ code: "command_unknown" });
  await edit("/cost");
});

test("one that was sent before the agent had listed any is withdrawn when it has not", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  await send(daemon, session, "/nosuch now");
  const agent = await daemon.run();
  agent.say({ type: "commands", commands }, { type: "bound", nativeId: "native-1", provenance: "reported" });
  expect((await daemon.ofType(session, "prompt_withdrawn")).data).toMatchObject({
    reason: "the agent lists no command /nosuch",
  });
  expect(agent.prompts).toEqual([]);
});

test("a command never goes into a running turn", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("go");
  agent.say({ type: "commands", commands });
  await daemon.ofType(session, "commands_listed");
  const wish = { content: [{ type: "text" as const, text: "/usage" }], command: true, when: "steer" as const };
  await expect(daemon.client.prompt(session, { ...wish, else: "reject" })).rejects.toMatchObject({
    code: "not_steerable",
  });
  expect((await daemon.client.prompt(session, wish)).outcome).not.toHaveProperty("steers");
});

test("only people give commands: an agent's is refused, and nothing is queued", async () => {
  const { daemon, session } = await listed();
  daemon.caller = { kind: "agent" };
  await expect(send(daemon, session, "/usage")).rejects.toMatchObject({ code: "self_approval" });
  daemon.caller = { kind: "unknown", why: "it is blind", isAlone: false, isLapse: false };
  await expect(send(daemon, session, "/usage")).rejects.toMatchObject({ code: "confirmation_required" });
  expect(daemon.types(session).filter((type) => type === "prompt_queued")).toHaveLength(1);
});

test("an agent that takes none refuses with the reason", async () => {
  const daemon = await testDaemon();
  const { registry } = daemon;
  await daemon.stop();
  const without = (id: string) => {
    const driver = registry.get(id);
    return driver && { ...driver, capabilities: { ...driver.capabilities, commands: false } };
  };
  daemon.registry = { ...registry, get: without };
  await daemon.start();
  const session = await daemon.newSession();
  await expect(send(daemon, session, "/usage")).rejects.toMatchObject({
    code: "capability_missing",
    message: "Scripted accepts no commands through Skein, only prompts.",
  });
});

test("what is kept of a list is bounded, and holds only what can be typed", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("go");
  const many = Array.from({ length: 1000 }, (_, n) => ({ name: `c${n}`, description: "x\n".repeat(1000) }));
  const odd = ["", "/x", " y", "a\u001b[2J", "z".repeat(500)].map((name) => ({ name }));
  agent.say({ type: "commands", commands: [...odd, ...many] });
  await daemon.ofType(session, "commands_listed");
  const kept = (await daemon.client.session(session)).state.binding.commands ?? [];
  expect(kept).toHaveLength(150);
  expect(kept[0]).toEqual({ name: "c0", description: expect.stringMatching(/^(x )+x?$/) });
  expect(JSON.stringify(kept).length).toBeLessThan(40_000);
});
