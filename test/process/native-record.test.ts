// The agent's own record of a conversation, through the built program.
import { join } from "node:path";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";

test("[R-06] [R-18] the session's JSON has the path of the agent's own record, and show --native reads it", async () => {
  const skein = new SkeinHome();
  await skein.run(["new", "--name", "api", "--agent", "demo", "remember the tulip"]);
  const { state } = await skein.json<{ state: { binding: Record<string, unknown> } }>(["show", "api"]);
  const { nativeId, nativeFile, program } = state.binding;
  expect(nativeFile).toBe(join(skein.home, "agents", "demo", `${nativeId}.jsonl`));
  expect(program).toMatch(/demo-agent\.cjs$/);
  const { code, out } = await skein.run(["show", "api", "--native"]);
  expect(code).toBe(0);
  expect(
    out
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ type: "prompt", text: "remember the tulip" }]);
});
