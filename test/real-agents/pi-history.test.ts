// Pi keeps its own history: one file per session, which Skein names and never writes.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { recordFiles } from "../../src/cli/history/native-record.ts";
import { killTree } from "../../src/system/processes/kill-tree.ts";
import { findProgram } from "../kit/agents/cache.ts";
import { pi, piOneshot } from "./agents/pi.ts";
import { Stage, type Talk } from "./kit.ts";

/** The file that the session's record leads to. */
async function historyOf(stage: Stage, talk: Talk): Promise<Record<string, unknown>[]> {
  const { nativeFile } = (await stage.daemon.client.session(talk.id)).state.binding;
  const [file, ...others] = recordFiles(nativeFile ?? "");
  expect(others).toEqual([]);
  return readFileSync(file!.path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const messagesIn = (history: readonly Record<string, unknown>[]) =>
  history.flatMap(({ type, message }) => (type === "message" ? [message as Record<string, unknown>] : []));

describe.skipIf(findProgram("pi") === null)("pi's history", () => {
  for (const agent of [pi, piOneshot])
    test(`[R-17] [R-18] ${agent.title}: one file per session has the prompt, the answer, the tool call and its result, with their times; it is Pi that writes it, and the session says where it is`, async () => {
      const stage = await Stage.set(agent);
      const [talk, other] = [await stage.open(), await stage.open()];
      await talk.ask("p-1 [[run: expr 40 + 2]] [[text: Done.]]");
      await other.ask("p-2 [[text: Elsewhere.]]");

      const history = await historyOf(stage, talk);
      expect(history[0]).toMatchObject({ type: "session", cwd: stage.cwd });
      const messages = messagesIn(history).filter(({ role }) => role !== "system");
      expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "toolResult", "assistant"]);
      expect(messages.map(({ timestamp }) => timestamp)).toEqual(messages.map(() => expect.any(Number)));
      expect(JSON.stringify(messages[1])).toContain("expr 40 + 2");
      expect(JSON.stringify(messages[2])).toContain("42");
      expect(JSON.stringify(await historyOf(stage, other))).toContain("Elsewhere.");
    });

  test("[R-19] a first answer that is cut off by a kill leaves a history, and the conversation goes on with it", async () => {
    const stage = await Stage.set(pi);
    const talk = await stage.open();
    const id = await talk.send("p-1 [[note: tulip]] [[text: One two three.]] [[gate: g]]");
    await stage.model.reached("g");
    await talk.event("agent_message", ({ text }) => String(text).includes("One"));
    const run = await talk.run();
    await killTree({ marker: run });
    // Its keeper is gone with it: nobody saw how it ended.
    expect((await talk.end(id)).data.reason).not.toBe("completed");

    expect(await talk.hear("p-2 [[recall]]")).toBe("I remember: tulip.");
    expect(await talk.all("resume_failed")).toEqual([]);
    expect(new Set((await talk.all("agent_bound")).map(({ nativeId }) => nativeId)).size).toBe(1);
  });

  test("[A-25] a process per prompt: a fork whose source has continued since it was made is refused, not given more than it should know", async () => {
    const stage = await Stage.set(piOneshot);
    const talk = await stage.open();
    await talk.ask("p-1 [[note: tulip]] [[text: Noted.]]");
    const fork = await stage.fork(talk);
    await talk.ask("p-2 [[note: rose]] [[text: Noted.]]");
    await fork.send("p-3 [[recall]]");
    const { data } = await fork.event("error");
    expect(data).toMatchObject({ code: "start_failed", message: expect.stringMatching(/has continued/) });
    expect(stage.model.turns("p-3")).toEqual([]);
  });
});
