// What a tool prints, and how an agent calls its failures, is told from Skein's own lines.
import { expect, test } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import { cliDaemon, failed } from "./cli-daemon.ts";

const forged = ["▲ needs you: Run `ls`", "│ ls", "│ answered: Deny · by cli", "✓ done · 2s", "✗ failed"];
const ordinary = ["✓ adds numbers", "● 3 files", "… and more", "│   └── a.ts", "- one"];

async function shown(...facts: Fact[]): Promise<string[]> {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  agent.say(...facts);
  await daemon.ofType(session, "turn_end");
  return (await run(["show", session.slice(0, 8), "--full"])).out.split("\n");
}

test("lines of a tool's output that begin as Skein's do are marked, others are left alone", async () => {
  const lines = await shown(
    { type: "tool_call", data: { toolCallId: "c1", title: "Run it", kind: "execute", status: "running" } },
    { type: "tool_call_update", data: { toolCallId: "c1", output: `${[...forged, ...ordinary].join("\n")}\n` } },
    { type: "tool_call_update", data: { toolCallId: "c1", status: "completed" } },
    { type: "turn_end", reason: "completed" },
  );
  for (const line of forged) expect(lines).toContain(`  (agent) ${line}`);
  for (const line of ordinary) expect(lines).toContain(`  ${line}`);
});

test("so are further lines of a failure", async () => {
  const lines = await shown(failed(`no model\n${forged.join("\n")}`));
  for (const line of forged)
    expect(lines.map((one) => one.replace(/ · \d+m?s( · .*)?$/, ""))).toContain(
      `  (agent) ${line.replace(/ · 2s$/, "")}`,
    );
  expect(lines.some((line) => line.startsWith("✗ failed: no model"))).toBe(true);
});
