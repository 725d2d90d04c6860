// Agents that can be run in two ways keep one kind of conversation: a person may change between them at any time.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recordFiles } from "../../src/cli/history/native-record.ts";
import { findProgram } from "../kit/agents/cache.ts";
import { claude, claudeOneshot } from "./agents/claude.ts";
import { copilot, copilotOneshot } from "./agents/copilot.ts";
import { gemini, geminiOneshot } from "./agents/gemini.ts";
import { type RealAgent, Stage } from "./kit.ts";

const pairs: readonly (readonly [RealAgent, RealAgent])[] = [
  [claude, claudeOneshot],
  [gemini, geminiOneshot],
  [copilot, copilotOneshot],
];

for (const [agent, other] of pairs)
  test.skipIf(findProgram(agent.program) === null)(
    `${agent.title}: a conversation goes on with a process per prompt, and then with a long-lived one again; its usage is right`,
    async () => {
      const stage = await Stage.set(agent);
      const talk = await stage.open();
      await talk.ask("p-1 [[note: tulip]] [[text: Noted.]] [[usage: input 500 | output 60]]");
      await talk.stop();
      writeFileSync(stage.daemon.paths.config, other.config ?? "");
      expect(await talk.hear("p-2 [[note: rose]] [[recall]] [[usage: input 300 | output 40]]")).toBe(
        "I remember: tulip, rose.",
      );
      writeFileSync(stage.daemon.paths.config, "");
      expect(await talk.hear("p-3 [[recall]] [[usage: input 310 | output 41]]")).toBe("I remember: tulip, rose.");
      const starts = await talk.all("agent_start");
      expect(starts.map(({ transport }) => transport)).toEqual(["stream", "oneshot", "stream"]);
      expect(new Set((await talk.all("agent_bound")).map(({ nativeId }) => nativeId)).size).toBe(1);
      expect((await talk.all("usage")).map(({ inputTokens, outputTokens }) => [inputTokens, outputTokens])).toEqual([
        [500, 60],
        [300, 40],
        [310, 41],
      ]);
    },
  );

test.skipIf(findProgram("gemini") === null)(
  "[A-27] a conversation of Gemini is the one file that the session's record leads to; the project's hash in it is that of the workspace's real path",
  async () => {
    const stage = await Stage.set(geminiOneshot);
    const talk = await stage.open();
    await talk.ask("p-1 [[text: Noted.]]");
    const nativeId = String((await talk.all("agent_bound"))[0]?.nativeId);
    const { nativeFile } = (await stage.daemon.client.session(talk.id)).state.binding;
    expect(nativeFile).toBe(join(stage.home, `.gemini/tmp/*/chats/session-*-${nativeId.slice(0, 8)}*.jsonl`));
    const [file, ...others] = recordFiles(nativeFile ?? "");
    expect(others).toEqual([]);
    // In 0.61.0 the directory has the name of the project, and its hash is in the file.
    const [first = ""] = readFileSync(file?.path ?? "", "utf8").split("\n");
    const projectHash = createHash("sha256").update(stage.cwd).digest("hex");
    expect(JSON.parse(first)).toMatchObject({ sessionId: nativeId, projectHash });
  },
);
