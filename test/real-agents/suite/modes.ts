// Modes and models: what is declared of a mode is what happens in it, and a change holds from the next turn on.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRegistry, type Driver } from "../../../src/agents/index.ts";
import { type Mode, type ModeEffect, modeNames, type Treatment } from "../../../src/core/index.ts";
import { parseConfig } from "../../../src/home/config.ts";
import { type RealAgent, Stage, type Talk } from "../kit.ts";
import { saw } from "../matrix/saw.ts";

export function testModes(agent: RealAgent): void {
  const { capabilities } = driverOf(agent);
  const modes = Object.entries(capabilities.modes) as OneMode[];
  const { open, closed } = opposites(modes);
  for (const one of modes) testEffect(agent, one, one === closed ? open : undefined);
  testUnknownMode(agent, Object.keys(capabilities.modes));
  test("[C-16] another model is asked from the next turn on, or the wish is refused", async () => {
    if (capabilities.models) await expectOtherModel(agent);
    else await expectNoOtherModel(agent);
  });
}

function driverOf({ program, config = "" }: RealAgent): Driver {
  const { agents, tools } = parseConfig(config, "config.toml");
  return createRegistry({ programs: "dist", agents: () => agents, tools: () => tools }).get(program)!;
}

type OneMode = [Mode, ModeEffect];

/** Modes in which files are changed without a question, and others: an agent that has both can be seen to change. */
function opposites(modes: readonly OneMode[]): { open?: OneMode; closed?: OneMode } {
  const isOpen = ({ edits }: ModeEffect) => edits === "free" || edits === "sandboxed";
  const open = modes.findLast(([, effect]) => isOpen(effect));
  const closed = modes.find(([, effect]) => !isOpen(effect));
  return open && closed ? { open, closed } : {};
}

/** `opposite` is a mode to change to, and back from. */
function testEffect(agent: RealAgent, [mode, { edits, commands }]: OneMode, opposite?: OneMode): void {
  const change = opposite ? `; a change to ${opposite[0]} and back holds from the next turn on` : "";
  test(`[C-16] [C-22] in mode ${mode} edits are ${edits} and commands are ${commands}${change}`, async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open("default");
    await stage.daemon.client.setMode(talk.id, mode);
    const [file, trace] = [join(stage.cwd, "made.txt"), join(stage.cwd, "trace")];
    await expectTreatment(talk, { prompt: `p-1 [[write: ${file} | by the tool]]`, makes: file, treatment: edits });
    // A plain `echo >> trace` may count as an edit.
    const command = "sh -c 'echo ran >> trace'";
    await expectTreatment(talk, { prompt: `p-2 [[run: ${command}]]`, makes: trace, treatment: commands });
    if (commands === "sandboxed") {
      const outside = join(stage.home, "outside");
      await doAndDeny(talk, `p-3 [[run: echo ran >> ${outside}]]`);
      expect(existsSync(outside)).toBe(false);
    }
    if (opposite) await expectChange(stage, talk, { from: [mode, { edits, commands }], to: opposite });
    expect(await talk.all("error")).toEqual([]);
    saw(agent, "modes", mode);
  });
}

interface Deed {
  prompt: string;
  /** The file that is there when it was done. */
  makes: string;
  treatment: Treatment;
}

async function expectTreatment(talk: Talk, { prompt, makes, treatment }: Deed): Promise<void> {
  const { questions, end } = await doAndDeny(talk, prompt);
  const isDone = treatment === "free" || treatment === "sandboxed";
  const isAsked = treatment === "asked";
  expect({ isDone: existsSync(makes), isAsked: questions > 0 }, prompt).toEqual({ isDone, isAsked });
  // With some agents a no is the end of the turn.
  expect(["completed", isAsked ? "interrupted" : ""], prompt).toContain(end);
}

/** Every question of the turn is denied. */
async function doAndDeny(talk: Talk, prompt: string): Promise<{ questions: number; end: unknown }> {
  let seen = (await talk.events()).length;
  const id = await talk.send(prompt);
  for (let questions = 0; ; questions++) {
    const event = await talk.eventThat(
      ({ seq, type, data }) =>
        seq > seen &&
        ((type === "turn_end" && data.promptId === id) || (type === "permission" && data.state === "asked")),
    );
    if (event.type === "turn_end") return { questions, end: event.data.reason };
    seen = event.seq;
    await talk.answer(event, "reject_once");
  }
}

function testUnknownMode(agent: RealAgent, allowed: readonly string[]): void {
  test("[C-22] a mode that it does not have is refused, with those that it has", async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open("default");
    const missing = [...modeNames.filter((mode) => !allowed.includes(mode)), "no-such-mode"];
    for (const mode of missing)
      await expect(stage.daemon.client.setMode(talk.id, mode), mode).rejects.toMatchObject({
        code: "mode_unsupported",
        message: expect.stringContaining(allowed[0] ?? "none"),
      });
  });
}

/** To another mode, and back. */
async function expectChange(stage: Stage, talk: Talk, { from, to }: { from: OneMode; to: OneMode }): Promise<void> {
  for (const [index, [mode, { edits }]] of [to, from].entries()) {
    await stage.daemon.client.setMode(talk.id, mode);
    const makes = join(stage.cwd, `changed-${index}.txt`);
    await expectTreatment(talk, { prompt: `p-${index + 4} [[write: ${makes} | x]]`, makes, treatment: edits });
  }
  const changes = (await talk.events()).filter(({ type, by }) => type === "mode_changed" && by.kind === "client");
  expect(changes.map(({ data }) => data.mode)).toEqual([from[0], to[0], from[0]]);
}

async function expectOtherModel(agent: RealAgent): Promise<void> {
  const other = agent.otherModel!;
  const stage = await Stage.set(agent);
  const talk = await stage.open();
  await talk.ask("p-1 [[note: tulip]] [[text: Noted.]]");
  await stage.daemon.client.setModel(talk.id, other.name);
  expect(await talk.hear("p-2 [[recall]]")).toBe("I remember: tulip.");
  const [before, after] = ["p-1", "p-2"].map((marker) => stage.model.turns(marker)[0]?.[0]?.model);
  expect(before).not.toBe(other.asked);
  expect(after).toBe(other.asked);
  saw(agent, "model");
  expect(await talk.all("error")).toEqual([]);
}

async function expectNoOtherModel(agent: RealAgent): Promise<void> {
  const stage = await Stage.set(agent);
  const talk = await stage.open();
  await expect(stage.daemon.client.setModel(talk.id, "another")).rejects.toMatchObject({ code: "capability_missing" });
}
