// What is stored where: the agent's own record of a conversation is found by what the log says of it.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { recordFiles } from "../../../src/cli/history/native-record.ts";
import type { RealAgent } from "../kit.ts";
import type { Scene } from "../shared-scene.ts";

export function testRecord(agent: RealAgent, scene: () => Promise<Scene>): void {
  if (agent.keepsFiles)
    test("[R-18] its own record of the conversation is found by what the log says, also after a resume", async () => {
      const { stage, talk } = await scene();
      await talk.ask("record-1 [[text: Noted.]]");
      if (agent.transport === "stream") await talk.stop();
      await talk.ask("record-2 [[text: Noted again.]]");
      const { binding } = (await stage.daemon.client.session(talk.id)).state;
      expect(binding.program).toContain(agent.program);
      const records = recordFiles(binding.nativeFile ?? "");
      const told = records.map(({ path }) => readFileSync(path, "utf8")).join("");
      expect(told).toContain("record-1");
      expect(told).toContain("record-2");
      expect(records.every(({ path }) => path.startsWith(stage.home))).toBe(true);
    });
  else
    test("[R-18] it keeps all conversations in one database, and nothing is said of a file", async () => {
      const { stage, talk } = await scene();
      await talk.ask("record-1 [[text: Noted.]]");
      expect((await stage.daemon.client.session(talk.id)).state.binding.nativeFile).toBeNull();
    });
}
