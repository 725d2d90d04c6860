// A command for many sessions whose word is on its way to the daemon while something begins in one of them.
import { expect, onTestFinished, test, vi } from "vitest";
import { Client } from "../../src/client/index.ts";
import { until } from "../kit/until.ts";
import { type CliDaemon, cliDaemon } from "./cli-daemon.ts";

type Deed = "stop" | "restart" | "archive" | "trash";

/** After the command line's last look, and before the daemon hears what it is to do. */
function onTheWay(deed: Deed, happens: () => Promise<void>): void {
  const send = Client.prototype[deed] as (...words: unknown[]) => Promise<unknown>;
  const spy = vi.spyOn(Client.prototype, deed as "stop").mockImplementation(async function (this: Client, ...words) {
    await happens();
    return send.apply(this, words) as ReturnType<Client["stop"]>;
  });
  onTestFinished(() => spy.mockRestore());
}

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

const commands: [string[], Deed][] = [
  [["kill", "--agent", "scripted"], "stop"],
  [["restart", "--agent", "scripted"], "restart"],
  [["archive", "--agent", "scripted", "--force"], "archive"],
  [["delete", "--agent", "scripted", "--force"], "trash"],
  [["prune", "--older-than", "1m"], "trash"],
];

test.for(commands)(
  "%j leaves alone what began to work while its word was on the way, and says so",
  async ([words, deed]) => {
    const cli = await cliDaemon();
    const { daemon, run } = cli;
    const session = await scheduled(cli);
    let hasBegun: Promise<void> | null = null;
    onTheWay(deed, () => (hasBegun ??= begins(cli)));
    const nowMs = Date.parse(daemon.clock.now()) + 120_000;
    const { code, err, out } = await run([...words, "--yes"], { nowMs });
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining("later: left alone: it began to work, after the list was made"),
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
  onTheWay("trash", async () => {
    daemon.clock.advance(1000);
    await daemon.client.select(session);
  });
  const { code, out } = await run(["delete", "--status", "idle", "--directory", ".", "--yes", "--json"]);
  expect(code).toBe(1);
  expect(JSON.parse(out).sessions).toContainEqual({
    session,
    sessionId: session,
    name: "later",
    error: {
      code: "changed",
      message: "left alone: somebody used it, after the list was made",
      hint: "look at the list again",
    },
  });
});
