// Modes and models: what is declared of a mode is what happens in it, and a change holds from the next turn on.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRegistry, type Driver } from "../../../src/agents/index.ts";
import { type Mode, type ModeEffect, modeNames, type Treatment } from "../../../src/core/index.ts";
import { parseConfig } from "../../../src/home/config.ts";
import { type RealAgent, Stage, type Talk } from "../kit.ts";
import { saw } from "../matrix/saw.ts";
import type { Scene } from "../shared-scene.ts";

export function testModes(agent: RealAgent, scene: () => Promise<Scene>): void {
  const { capabilities } = driverOf(agent);
  testEffects(agent, Object.entries(capabilities.modes) as OneMode[]);
  testUnknownMode(Object.keys(capabilities.modes), scene);
  test("[C-16] another model is used from the next turn on, or the change is refused", async () => {
    if (capabilities.models) await expectOtherModel(agent, await scene());
    else await expectNoOtherModel(await scene());
  });
}

function driverOf({ program, config = "" }: RealAgent): Driver {
  const { agents, tools } = parseConfig(config, "config.toml");
  return createRegistry({ programs: "dist", agents: () => agents, tools: () => tools }).get(program)!;
}

type OneMode = [Mode, ModeEffect];

/** In one session, so that each mode shows that it has taken the place of the one before; the last goes back to the first. */
function testEffects(agent: RealAgent, modes: readonly OneMode[]): void {
  const told = modes.map(([mode, { edits, commands }]) => `${mode} (edits ${edits}, commands ${commands})`).join(", ");
  test(`[C-16] [C-22] in each mode edits and commands are treated as declared, from the next turn after a change on: ${told}`, async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open("default");
    for (const [index, [mode, effect]] of [...modes, ...modes.slice(0, 1)].entries()) {
      await stage.daemon.client.setMode(talk.id, mode);
      await expectEffect(stage, talk, { name: `${index}-${mode}`, effect });
      saw(agent, "modes", mode);
    }
    const changes = (await talk.events()).filter(({ type, by }) => type === "mode_changed" && by.kind === "client");
    expect(changes.map(({ data }) => data.mode).slice(-modes.length)).toEqual([
      ...modes.slice(1).map(([mode]) => mode),
      modes[0]?.[0],
    ]);
    expect(await talk.all("error")).toEqual([]);
  });
}

interface Tried {
  /** Of the prompts, and of what they make. */
  name: string;
  effect: ModeEffect;
}

async function expectEffect(stage: Stage, talk: Talk, { name, effect }: Tried): Promise<void> {
  const { edits, commands } = effect;
  const [file, trace] = [join(stage.cwd, `${name}.txt`), join(stage.cwd, `${name}-trace`)];
  await expectTreatment(talk, {
    prompt: `p-${name}-edit [[write: ${file} | by the tool]]`,
    makes: file,
    treatment: edits,
  });
  // A plain `echo >> trace` may count as an edit.
  const command = `sh -c 'echo ran >> ${name}-trace'`;
  await expectTreatment(talk, { prompt: `p-${name}-run [[run: ${command}]]`, makes: trace, treatment: commands });
  if (commands !== "sandboxed") return;
  const outside = join(stage.home, `${name}-outside`);
  await doAndDeny(talk, `p-${name}-out [[run: echo ran >> ${outside}]]`);
  expect(existsSync(outside)).toBe(false);
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

function testUnknownMode(allowed: readonly string[], scene: () => Promise<Scene>): void {
  test("[C-22] a mode that it does not have is refused, with those that it has", async () => {
    const { stage, talk } = await scene();
    const missing = [...modeNames.filter((mode) => !allowed.includes(mode)), "no-such-mode"];
    for (const mode of missing)
      await expect(stage.daemon.client.setMode(talk.id, mode), mode).rejects.toMatchObject({
        code: "mode_unsupported",
        message: expect.stringContaining(allowed[0] ?? "none"),
      });
  });
}

async function expectOtherModel(agent: RealAgent, { stage, talk }: Scene): Promise<void> {
  const other = agent.otherModel!;
  await talk.ask("model-1 [[note: crocus]] [[text: Noted.]]");
  await stage.daemon.client.setModel(talk.id, other.name);
  expect(await talk.hear("model-2 [[recall]]")).toContain("crocus");
  const [before, after] = ["model-1", "model-2"].map((marker) => stage.model.turns(marker)[0]?.[0]?.model);
  expect(before).not.toBe(other.asked);
  expect(after).toBe(other.asked);
  saw(agent, "model");
  expect(await talk.all("error")).toEqual([]);
}

async function expectNoOtherModel({ stage, talk }: Scene): Promise<void> {
  await expect(stage.daemon.client.setModel(talk.id, "another")).rejects.toMatchObject({ code: "capability_missing" });
}
