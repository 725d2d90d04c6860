// Commands of the agent's own: listed, sent as commands and not as words, and refused where there are none of that name.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type RealAgent, Stage, type Talk } from "../kit.ts";
import { saw } from "../matrix/saw.ts";

type Commands = NonNullable<RealAgent["commands"]>;

export function testCommands(agent: RealAgent): void {
  const { commands } = agent;
  if (agent.transport === "oneshot" || !commands) {
    testNone(agent);
    return;
  }
  testUnlisted(agent);
  if (commands.files) testMade(agent, commands);
  if (commands.own) testOwn(agent, commands.own);
}

const give = async (stage: Stage, talk: Talk, text: string): Promise<string> =>
  (await stage.daemon.client.prompt(talk.id, { content: [{ type: "text", text }], command: true })).id;

const asked = ({ model }: Stage) => model.exchanges.filter(({ isAside }) => !isAside);

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
    expect(asked(stage).at(-1)?.prompt).toContain("Greet Ada");
    expect((await talk.all("user_prompt"))[0]).toMatchObject({ text: "/greet Ada", command: true });
    expect(await talk.hear("p-2 [[text: As usual.]]")).toBe("As usual.");
    saw(agent, "commands");
  });
}

function testUnlisted(agent: RealAgent): void {
  test("a command that it does not list is refused; the same words as a text reach the model", async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open();
    await talk.ask("p-1 [[text: Ready.]]");
    await talk.event("commands_listed");
    await expect(give(stage, talk, "/nosuch thing")).rejects.toMatchObject({ code: "command_unknown" });
    expect(await talk.hear("/nosuch [[text: A text.]]")).toBe("A text.");
  });
}

function testOwn(agent: RealAgent, { typed, says }: NonNullable<Commands["own"]>): void {
  test(`${typed} is done by the program itself, and the conversation goes on`, async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open();
    await talk.ask("p-1 [[text: One.]]");
    const before = asked(stage).length;
    const id = await give(stage, talk, typed);
    expect((await talk.end(id)).data).toMatchObject({ reason: "completed" });
    expect(await talk.said(id)).toMatch(says);
    expect(asked(stage)).toHaveLength(before);
    await talk.stop();
    expect(await talk.hear("p-2 [[text: Two.]]")).toBe("Two.");
    saw(agent, "commands");
    if (agent.forks !== "turn") return;
    const fork = await stage.fork(talk, { turn: "t2" });
    expect(await fork.hear("p-3 [[text: Three.]]")).toBe("Three.");
  });
}

function testNone(agent: RealAgent): void {
  test("it takes no commands of its own, and says so", async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open();
    const wish = { content: [{ type: "text" as const, text: "/help" }], command: true };
    await expect(stage.daemon.client.prompt(talk.id, wish)).rejects.toMatchObject({ code: "capability_missing" });
  });
}
