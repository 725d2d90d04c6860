// What is stored where: the agent's own record is found by what the log says of it.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { recordFiles } from "../../src/cli/history/native-record.ts";
import { findProgram } from "../kit/agents/cache.ts";
import { claude, claudeOneshot } from "./agents/claude.ts";
import { codex, codexOneshot } from "./agents/codex.ts";
import { copilot, copilotOneshot } from "./agents/copilot.ts";
import { gemini, geminiOneshot } from "./agents/gemini.ts";
import { opencode } from "./agents/opencode.ts";
import { pi, piOneshot } from "./agents/pi.ts";
import { Stage } from "./kit.ts";

const withRecords = [
  claude,
  claudeOneshot,
  codex,
  codexOneshot,
  copilot,
  copilotOneshot,
  gemini,
  geminiOneshot,
  pi,
  piOneshot,
];

for (const agent of withRecords)
  test.skipIf(findProgram(agent.program) === null)(
    `[R-18] ${agent.title}: its own record of the conversation is found by what the log says, also after a resume`,
    async () => {
      const stage = await Stage.set(agent);
      const talk = await stage.open();
      await talk.ask("p-1 [[text: Noted.]]");
      if (agent.transport === "stream") await talk.stop();
      await talk.ask("p-2 [[text: Noted again.]]");
      const { binding } = (await stage.daemon.client.session(talk.id)).state;
      expect(binding.program).toContain(agent.program);
      const records = recordFiles(binding.nativeFile ?? "");
      const told = records.map(({ path }) => readFileSync(path, "utf8")).join("");
      expect(told).toContain("p-1");
      expect(told).toContain("p-2");
      expect(records.every(({ path }) => path.startsWith(stage.home))).toBe(true);
    },
  );

test.skipIf(findProgram("opencode") === null)(
  "[R-18] opencode: keeps all conversations in one database, and nothing is said of a file",
  async () => {
    const stage = await Stage.set(opencode);
    const talk = await stage.open();
    await talk.ask("p-1 [[text: Noted.]]");
    expect((await stage.daemon.client.session(talk.id)).state.binding.nativeFile).toBeNull();
  },
);
