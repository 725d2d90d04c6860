// A repository of somebody else's, opened in Claude Code: nothing that it brings runs before a person has trusted it.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { findProgram } from "../kit/agents/cache.ts";
import { claude, claudeOneshot, trustDirectory } from "./agents/claude.ts";
import { Stage } from "./kit.ts";

/** What runs leaves a file. */
function bringSettings({ cwd }: Stage, ran: string): void {
  const run = { type: "command", command: `touch '${ran}'` };
  const hooks = { SessionStart: [{ hooks: [run] }], UserPromptSubmit: [{ hooks: [run] }] };
  const files = {
    ".claude/settings.json": { hooks, enableAllProjectMcpServers: true },
    ".mcp.json": { mcpServers: { canary: { command: "/bin/sh", args: ["-c", run.command] } } },
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), JSON.stringify(content));
  }
}

describe.skipIf(findProgram("claude") === null).for([
  ["stream", claude],
  ["oneshot", claudeOneshot],
] as const)("%s", ([, agent]) => {
  // Fault row 91: nothing runs before trust.
  test("hooks and servers of a directory run once a person has trusted it in Claude Code, and not before", async () => {
    const stage = await Stage.set(agent);
    const ran = join(stage.daemon.workspace, "ran");
    bringSettings(stage, ran);
    const stranger = await stage.open("default");
    await stranger.ask("p-1 [[text: Hello.]]");
    expect(existsSync(ran)).toBe(false);
    expect(await stranger.all("notice")).toContainEqual(expect.objectContaining({ kind: "directory_not_trusted" }));
    trustDirectory(stage);
    const friend = await stage.open("default");
    await friend.ask("p-1 [[text: Hello.]]");
    expect(existsSync(ran)).toBe(true);
    expect(await friend.all("notice")).not.toContainEqual(expect.objectContaining({ kind: "directory_not_trusted" }));
  });
});
