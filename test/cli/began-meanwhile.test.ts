// A command for many sessions whose word is on its way to the daemon while something begins in one of them.
import { expect, test } from "vitest";
import { openHoldingDoor } from "../kit/holding-door.ts";
import { until } from "../kit/until.ts";
import { type CliDaemon, cliDaemon } from "./cli-daemon.ts";

const HOUR_MS = 3_600_000;

/** A session that rests until its prompt is due, and one beside it. */
async function scheduled({ daemon }: CliDaemon): Promise<string> {
  await daemon.newSession("other");
  const session = await daemon.newSession("later");
  const due = new Date(Date.parse(daemon.clock.now()) + HOUR_MS).toISOString();
  await daemon.client.prompt(session, { content: [{ type: "text", text: "go" }], notBefore: due });
  return session;
}

async function begins({ daemon }: CliDaemon): Promise<void> {
  daemon.clock.advance(HOUR_MS);
  const agent = await daemon.run();
  agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the prompt to arrive", () => agent.prompts.includes("go"));
}

const commands: [string[], "stop" | "restart" | "archive" | "trash"][] = [
  [["kill", "--agent", "scripted"], "stop"],
  [["restart", "--agent", "scripted"], "restart"],
  [["archive", "--agent", "scripted", "--force"], "archive"],
  [["delete", "--agent", "scripted", "--force"], "trash"],
  [["prune", "--older-than", "1m"], "trash"],
];

test.for(commands)(
  "%j leaves alone what began to work while its word was on the way, and says so",
  async ([words, operation]) => {
    const cli = await cliDaemon();
    const { daemon, run } = cli;
    const session = await scheduled(cli);
    let hasBegun: Promise<void> | null = null;
    const { home } = await openHoldingDoor(daemon.paths.socket, {
      operation,
      meanwhile: () => (hasBegun ??= begins(cli)),
    });
    const nowMs = Date.parse(daemon.clock.now()) + 120_000;
    const { code, err, out } = await run([...words, "--yes"], { nowMs, home });
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining("later: left alone: it started to work after the list was shown"),
    });
    expect(err).toContain("1 of 2 failed");
    expect(out).toMatch(/other/);
    expect((await daemon.client.session(session)).session).toMatchObject({ status: "running" });
    expect(daemon.types(session)).not.toContain("agent_exit");
  },
);

test("what somebody used while the word was on the way is left alone; programs are told by a code", async () => {
  const cli = await cliDaemon();
  const { daemon, run } = cli;
  const session = await scheduled(cli);
  const meanwhile = async (): Promise<void> => {
    daemon.clock.advance(1000);
    await daemon.client.select(session);
  };
  const door = await openHoldingDoor(daemon.paths.socket, { operation: "trash", meanwhile });
  const { code, out } = await run(["delete", "--status", "idle", "--directory", ".", "--yes", "--json"], door);
  expect(code).toBe(1);
  expect(JSON.parse(out).sessions).toContainEqual({
    session,
    sessionId: session,
    name: "later",
    error: {
      code: "changed",
      message: "left alone: someone used it after the list was shown",
      hint: "check the list again",
    },
  });
});
