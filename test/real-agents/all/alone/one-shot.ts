// What every real agent is to do in its one-shot mode against the scripted model: so that a test that goes through Skein
// and fails can be told from a recipe, a script or an agent that is wrong.
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findProgram } from "../../../kit/agents/cache.ts";
import { type AgentHome, makeAgentHome } from "../../../kit/agents/home.ts";
import type { AgentName } from "../../../kit/agents/pins.ts";
import { prepareAgent, type Recipe } from "../../../kit/agents/recipe.ts";
import { type AgentRun, type Line, runAlone } from "../../../kit/agents/run-alone.ts";
import { type Model, startModel } from "../../../kit/model/model.ts";

interface Failure {
  readonly exit: number;
  /** How often the model was asked. */
  readonly requests: number;
  /** In the terminal event. */
  readonly says: RegExp;
}

export interface OneShot {
  readonly agent: AgentName;
  /** Arguments for a first prompt; `id` is for agents that let the caller choose. */
  first(id: string): readonly string[];
  resume(id: string): readonly string[];
  /** The conversation's id, where the agent chose it. */
  idOf?(lines: readonly Line[]): string;
  /** All that the agent said in this turn. */
  textOf(lines: readonly Line[]): string;
  /** The terminal event's error; null where the turn ended well. */
  errorOf(lines: readonly Line[]): string | null;
  readonly failures: { readonly 401: Failure; readonly 500: Failure };
}

export function describeOneShot(shot: OneShot): void {
  const { agent, failures } = shot;
  describe.skipIf(findProgram(agent) === null)(`${agent}, alone`, () => {
    let model: Model;
    let home: AgentHome;
    let cwd: string;
    let recipe: Recipe;
    let runs: AgentRun[];

    beforeEach(async () => {
      model = await startModel();
      home = makeAgentHome();
      cwd = join(home.path, "project");
      mkdirSync(cwd);
      recipe = prepareAgent(agent, { model, home: home.path });
      runs = [];
    });
    afterEach(async () => {
      for (const run of runs) run.kill();
      await Promise.all(runs.map(({ exit }) => exit));
      home.remove();
      await model.close();
    });

    const start = (args: readonly string[], prompt: string): AgentRun => {
      const run = runAlone({ ...recipe, args, cwd, prompt });
      runs.push(run);
      return run;
    };
    const turn = async (args: readonly string[], prompt: string) => {
      const { lines, exit } = start(args, prompt);
      const [said, { code }] = await Promise.all([lines, exit]);
      return { said, code, text: shot.textOf(said), error: shot.errorOf(said) };
    };
    const requests = () => model.exchanges.filter(({ isAside }) => !isAside);

    test("says the scripted text, runs a scripted tool, and knows the first turn in the second", async () => {
      const chosen = randomUUID();
      const file = join(cwd, "made.txt");
      const prompt = `p-1 [[note: tulip]] [[text: Here goes.]] [[write: ${file} | by the tool]] [[run: cat made.txt]]`;
      const first = await turn(shot.first(chosen), prompt);
      expect(first).toMatchObject({ code: 0, error: null, text: expect.stringMatching(/^Here goes\..*by the tool/s) });
      expect(readFileSync(file, "utf8").trim()).toBe("by the tool");

      const second = await turn(shot.resume(shot.idOf?.(first.said) ?? chosen), "p-2 [[recall]]");
      expect(second).toMatchObject({ code: 0, error: null, text: "I remember: tulip." });
      expect(model.turns("p-1").length).toBe(1);
      expect(model.turns("p-2").length).toBe(1);
      expect(requests().map(({ outcome }) => outcome)).toEqual(Array(4).fill("answered"));
    });

    test("an error 401 is a failed turn", async () => {
      const { exit, requests: count, says } = failures[401];
      const { code, error } = await turn(shot.first(randomUUID()), "p-1 [[error: 401]]");
      expect({ code, error, count: requests().length }).toEqual({
        code: exit,
        error: expect.stringMatching(says),
        count,
      });
      expect(model.turns("p-1").length).toBe(1);
    });

    test("an error 500 is a failed turn", async () => {
      // Without a time to wait, Copilot takes a quarter of a minute, and OpenCode more than one.
      const { code, error } = await turn(shot.first(randomUUID()), "p-1 [[error: 500 | after 0]]");
      const { exit, requests: count, says } = failures[500];
      expect({ code, error, count: requests().length }).toEqual({
        code: exit,
        error: expect.stringMatching(says),
        count,
      });
      expect(model.turns("p-1").length).toBe(1);
    });
  });
}

/** The lines of one type, seen as what the test knows of them. */
export const linesOf = <T extends object>(lines: readonly Line[], type: string): T[] =>
  lines.filter((line) => line.type === type) as T[];
