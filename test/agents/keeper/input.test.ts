import { writeFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { endInput } from "../../../src/agents/keeper/input.ts";
import { runFiles } from "../../../src/agents/keeper/run-files.ts";
import { tempDir } from "../../kit/temp-dir.ts";

const around = { run: "r1", home: null, exited: new Promise(() => {}) };

test("the input of an agent that has not started within half a minute can't be ended: agent_not_ready", async () => {
  vi.spyOn(performance, "now").mockReturnValueOnce(0).mockReturnValue(30_001);
  const files = runFiles(tempDir());
  writeFileSync(files.in, "a line\n");
  await expect(endInput({ ...around, files })).rejects.toMatchObject({
    code: "agent_not_ready",
    message: `The agent in ${files.dir} has not started; its input can't be ended.`,
  });
});

test("an agent that is given no input has none to be ended", async () => {
  await endInput({ ...around, files: runFiles(tempDir()) });
});
