// Commands of the agent's own: listed, sent as commands and not as words, and refused where there are none of that name.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../../kit/until.ts";
import { type RealAgent, Stage, type Talk } from "../kit.ts";
import { saw } from "../matrix/saw.ts";
import type { Scene } from "../shared-scene.ts";

type Commands = NonNullable<RealAgent["commands"]>;

export function testCommands(agent: RealAgent, scene: () => Promise<Scene>): void {
  const { commands } = agent;
  if (agent.transport === "oneshot" || !commands) {
    testNone(scene);
    return;
  }
  testUnlisted(scene);
  if (commands.files) testMade(agent, commands);
  if (commands.own) testOwn(agent, commands.own, scene);
}

const give = async (stage: Stage, talk: Talk, text: string): Promise<string> =>
  (await stage.daemon.client.prompt(talk.id, { content: [{ type: "text", text }], command: true })).id;

function testMade(agent: RealAgent, { files, trust }: Commands): void {
  test("a command that a person has made is listed, and reaches the model as what it stands for", async () => {
    const stage = await Stage.set(agent);
    for (const [path, content] of Object.entries(files ?? {})) {
      const file = join(trust ? stage.cwd : stage.home, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    trust?.(stage);
    const talk = await stage.open();
    // The first prompt of all: nothing was listed when it was sent.
    const id = await give(stage, talk, "/greet Ada");
    expect((await talk.end(id)).data).toMatchObject({ reason: "completed" });
    expect(await talk.said(id)).toBe("Hello to you.");
    const { commands } = (await talk.event("commands_listed")).data as { commands: { name: string }[] };
    expect(commands.map(({ name }) => name)).toContain("greet");
    expect(commands.map(({ name }) => name)).not.toContain("skein");
    const asked = stage.model.exchanges.filter(({ isAside }) => !isAside);
    expect(asked.at(-1)?.prompt).toContain("Greet Ada");
    expect((await talk.all("user_prompt"))[0]).toMatchObject({ text: "/greet Ada", command: true });
    expect(await talk.hear("p-2 [[text: As usual.]]")).toBe("As usual.");
    saw(agent, "commands");
  });
}

function testUnlisted(scene: () => Promise<Scene>): void {
  test("a command that it does not list is refused; the same words as a text reach the model", async () => {
    const { stage, talk } = await scene();
    await talk.ask("commands-1 [[text: Ready.]]");
    const listed = async () => (await stage.daemon.client.session(talk.id)).state.binding.commands;
    await until("the list of commands", async () => (await listed()) !== null);
    await expect(give(stage, talk, "/nosuch thing")).rejects.toMatchObject({ code: "command_unknown" });
    expect(await talk.hear("/nosuch [[text: A text.]]")).toBe("A text.");
  });
}

function testOwn(agent: RealAgent, { typed, says }: NonNullable<Commands["own"]>, scene: () => Promise<Scene>): void {
  test(`${typed} is done by the program itself, and the conversation goes on`, async () => {
    const { stage, talk, asked } = await scene();
    await talk.ask("own-1 [[text: One.]]");
    const id = await give(stage, talk, typed);
    const { data: end } = await talk.end(id);
    expect(end).toMatchObject({ reason: "completed" });
    expect(await talk.said(id)).toMatch(says);
    expect(asked()).toHaveLength(1);
    await talk.stop();
    expect(await talk.hear("own-2 [[text: Two.]]")).toBe("Two.");
    saw(agent, "commands");
    if (agent.forks !== "turn") return;
    const fork = await stage.fork(talk, { turn: String(end.turn) });
    expect(await fork.hear("own-3 [[text: Three.]]")).toBe("Three.");
  });
}

function testNone(scene: () => Promise<Scene>): void {
  test("it has no commands of its own, and says so", async () => {
    const { stage, talk } = await scene();
    const wish = { content: [{ type: "text" as const, text: "/help" }], command: true };
    await expect(stage.daemon.client.prompt(talk.id, wish)).rejects.toMatchObject({ code: "capability_missing" });
  });
}
