// Claude Code's shell stays where a `cd` went: rules and questions go with it.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findProgram } from "../kit/agents/cache.ts";
import { claude } from "./agents/claude.ts";
import { Stage } from "./kit.ts";

const asked = ({ state }: Record<string, unknown>) => state === "asked";

describe.skipIf(findProgram("claude") === null)("claude's shell", () => {
  test("[T-21] a rule for the root allows a command there, not where a `cd` went, and there again after the way back", async () => {
    const stage = await Stage.set(claude);
    writeFileSync(join(stage.daemon.paths.home, "policy.toml"), '[[allow]]\ncommand = "touch made"\n', { mode: 0o600 });
    const below = join(stage.cwd, "below");
    mkdirSync(below);
    const talk = await stage.open("default");
    const first = await talk.send("p-1 [[run: touch made]] [[run: cd below]] [[run: touch made]] [[text: Done.]]");
    const question = await talk.event(
      "permission",
      (data) => asked(data) && JSON.stringify(data.notes ?? []).includes("in /"),
    );
    expect(question.data).toMatchObject({
      detail: "touch made",
      notes: expect.arrayContaining([`in ${below}`]),
      request: { cwd: below },
    });
    expect(existsSync(join(stage.cwd, "made"))).toBe(true);
    await stage.daemon.kill();
    expect(existsSync(join(below, "made"))).toBe(false);
    await talk.answer(question, "allow_once");
    await talk.end(first);
    expect(existsSync(join(below, "made"))).toBe(true);
    await talk.ask("p-2 [[run: cd ..]] [[run: touch made]] [[text: Done.]]");
    const answers = (await talk.all("permission")).filter(({ state }) => state === "answered");
    expect(answers.map(({ rule }) => rule !== undefined)).toEqual([true, false, true]);
  });

  test("[T-21] [C-16] out of mode auto, from the next turn on: the question says where a command runs, and a rule answers", async () => {
    const stage = await Stage.set(claude);
    writeFileSync(join(stage.daemon.paths.home, "policy.toml"), '[[allow]]\ncommand = "touch made"\n', { mode: 0o600 });
    const below = join(stage.cwd, "below");
    mkdirSync(below);
    const talk = await stage.open("auto");
    await talk.ask("p-1 [[note: tulip]] [[run: touch free]] [[text: Done.]]");
    expect(await talk.all("permission")).toEqual([]);
    await stage.daemon.client.setMode(talk.id, "ask");
    const next = await talk.send("p-2 [[run: touch made]] [[run: cd below]] [[run: touch made]] [[text: Done.]]");
    const question = await talk.event(
      "permission",
      (data) => asked(data) && JSON.stringify(data.notes ?? []).includes("in /"),
    );
    expect(question.data).toMatchObject({
      detail: "touch made",
      notes: expect.arrayContaining([`in ${below}`]),
      request: { cwd: below },
    });
    await talk.answer(question, "allow_once");
    expect((await talk.end(next)).data).toMatchObject({ reason: "completed" });
    const answers = (await talk.all("permission")).filter(({ state }) => state === "answered");
    expect(answers.map(({ rule }) => rule !== undefined)).toEqual([true, false]);
    expect(await talk.hear("p-3 [[recall]]")).toBe("I remember: tulip.");
  });

  test("a command that needs no question runs when the next daemon is there", async () => {
    const stage = await Stage.set(claude);
    const talk = await stage.open("default");
    const id = await talk.send("p-1 [[text: One moment.]] [[gate: g]] [[run: ls]] [[text: Done.]]");
    await stage.model.reached("g");
    await stage.daemon.kill();
    stage.model.open("g");
    expect((await talk.end(id)).data).toMatchObject({ reason: "completed" });
    expect(await talk.all("permission")).toEqual([]);
    expect((await talk.all("tool_call_update")).map(({ status }) => status)).toContain("completed");
  });
});
