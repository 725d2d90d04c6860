// What config.toml limits, in the built daemon: each key is heard, also when it is changed while the daemon runs.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type AnyEvent, DaemonProcess } from "../kit/daemon-process.ts";
import { until } from "../kit/until.ts";

/** As a person edits it: under the daemon, too. */
function configure({ paths }: DaemonProcess, ...lines: readonly string[]): void {
  mkdirSync(dirname(paths.config), { recursive: true, mode: 0o700 });
  writeFileSync(paths.config, `[limits]\n${lines.join("\n")}\n`, { mode: 0o600 });
}

async function daemonWith(...lines: readonly string[]): Promise<DaemonProcess> {
  const daemon = new DaemonProcess();
  configure(daemon, ...lines);
  await daemon.start();
  return daemon;
}

const open = async ({ client, workspace }: DaemonProcess): Promise<string> =>
  (await client.create({ agent: "demo", cwd: workspace })).session.id;

const send = async ({ client }: DaemonProcess, session: string, text: string): Promise<void> => {
  await client.prompt(session, { content: [{ type: "text", text }] });
};

const ofType = (daemon: DaemonProcess, session: string, type: string): Promise<AnyEvent> =>
  daemon.event(session, (event) => event.type === type);

const reasonOf = async ({ client }: DaemonProcess, session: string): Promise<string> =>
  (await client.session(session)).session.reason.code;

/** Works until a file is there. */
const untilTold = "[[run: until test -e go; do sleep 0.02; done]] [[say: done]]";

test("[M-12] limits.running_sessions: the second waits, and begins when the number is raised", async () => {
  const daemon = await daemonWith("running_sessions = 1");
  const [first, second] = [await open(daemon), await open(daemon)];
  await send(daemon, first, untilTold);
  await ofType(daemon, first, "tool_call");
  await send(daemon, second, "[[say: at last]]");
  await ofType(daemon, second, "prompt_waiting");
  expect(await reasonOf(daemon, second)).toBe("queued");
  configure(daemon, "running_sessions = 2");
  await ofType(daemon, second, "turn_end");
  writeFileSync(join(daemon.workspace, "go"), "");
  await ofType(daemon, first, "turn_end");
});

test("limits.live_processes: past it the one that has rested longest is parked", async () => {
  const daemon = await daemonWith("live_processes = 1");
  const [first, second] = [await open(daemon), await open(daemon)];
  await send(daemon, first, "one");
  await ofType(daemon, first, "turn_end");
  await send(daemon, second, "two");
  await ofType(daemon, second, "turn_end");
  await ofType(daemon, first, "agent_parked");
  await ofType(daemon, first, "agent_exit");
  const { items } = await daemon.client.processes();
  expect(items.map(({ session }) => session)).not.toContain(first);
});

test("limits.turn_minutes: a turn that takes longer is interrupted, and the session says why", async () => {
  const daemon = await daemonWith("turn_minutes = 0.01");
  const session = await open(daemon);
  await send(daemon, session, "[[hang]]");
  expect((await ofType(daemon, session, "turn_end")).data).toMatchObject({ reason: "interrupted" });
  expect(await reasonOf(daemon, session)).toBe("turn_limit");
});

test.for([
  ["limits.budget_tokens", "budget_tokens = 50", "[[usage: 40 20 0]]"],
  ["limits.budget_usd", "budget_usd = 0.5", "[[usage: 1 1 0.75]]"],
] as const)("%s: what is over it is refused, until there is more of it", async ([, line, spend]) => {
  const daemon = await daemonWith(line);
  const session = await open(daemon);
  await send(daemon, session, spend);
  await ofType(daemon, session, "turn_end");
  await expect(send(daemon, session, "more")).rejects.toMatchObject({ code: "budget_used_up" });
  configure(daemon, "budget_tokens = 0", "budget_usd = 0");
  await until("the change to count", () =>
    send(daemon, session, "more").then(
      () => true,
      () => false,
    ),
  );
});

test("limits.resume_after_quota: a session goes on by itself when the quota is there again", async () => {
  const daemon = await daemonWith("resume_after_quota = true");
  const session = await open(daemon);
  await send(daemon, session, "[[quota: 1s]]");
  await ofType(daemon, session, "quota_reached");
  const again = await daemon.event(session, ({ type, data }) => type === "user_prompt" && data.turn === "t2");
  expect(again.data.text).toContain("quota");
});

test("limits.min_free_mb: with less room than that nothing is accepted, and people are told how much is wanted", async () => {
  const daemon = await daemonWith("min_free_mb = 1000000000");
  await until("the fence", async () => (await daemon.client.server()).storage.kind === "fenced");
  expect((await daemon.client.server()).storage).toMatchObject({
    text: expect.stringMatching(/disk is full.*[MG]B are left/),
  });
  await expect(open(daemon)).rejects.toMatchObject({ code: "fenced" });
});

test("what counts only from the daemon's next start on is told while the file says something else, and only then", async () => {
  const daemon = await daemonWith("silence_minutes = 5");
  const pending = async () => (await daemon.client.server()).config.pending;
  configure(daemon, "silence_minutes = 5", "turn_minutes = 30");
  expect(await pending()).toEqual([]);
  configure(daemon, "silence_minutes = 6", "min_free_mb = 1");
  await until("both", async () => (await pending())?.length === 2);
  expect(await pending()).toEqual(["limits.silence_minutes", "limits.min_free_mb"]);
  await daemon.kill();
  await daemon.start();
  expect(await pending()).toEqual([]);
});
