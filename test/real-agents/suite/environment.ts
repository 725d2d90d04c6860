// What an agent's tools see of the place where the client ran.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type RealAgent, Stage } from "../kit.ts";

/** What agents set for their children: a client that is such a child must not pass it on. */
const marks = [
  "AGENT",
  "CLAUDECODE",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_SESSION_ID",
  "CLAUDE_CODE_SSE_PORT",
  "CODEX_SANDBOX",
  "COPILOT_CLI",
  "CURSOR_AGENT",
  "GEMINI_CLI",
  "OPENCODE",
  "PI_CODING_AGENT",
  "SKEIN_SESSION",
  "npm_lifecycle_event",
];

export function testEnvironment(agent: RealAgent): void {
  test("tools have the creating client's variables, and none of those that mark the inside of another agent", async () => {
    const outer = Object.fromEntries(marks.map((name) => [name, "of-the-outer-agent"]));
    const stage = await Stage.set(agent, { env: { ...outer, CLIENT_SAYS: "hello there" } });
    const talk = await stage.open();
    await talk.ask("p-1 [[run: env > variables]]");
    const variables = readFileSync(join(stage.cwd, "variables"), "utf8").split("\n");
    expect(variables).toContain("CLIENT_SAYS=hello there");
    expect(variables.filter((line) => line.endsWith("=of-the-outer-agent"))).toEqual([]);
    // What `skein` means inside.
    expect(variables).toContain(`SKEIN_HOME=${stage.daemon.paths.home}`);
  });
}
