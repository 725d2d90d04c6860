// An agent by config.toml alone, as a program of its own under the real keeper and the built daemon.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { type AnyEvent, DaemonProcess } from "../kit/daemon-process.ts";

const config = `
[tools.mine]
protocol = "acp"
command = ${JSON.stringify(process.execPath)}
args = [${JSON.stringify(resolve("test/kit/acp-agent.ts"))}]
env = { ACP_NAME = "mine" }
`;

function writeConfig(daemon: DaemonProcess, text: string): void {
  mkdirSync(daemon.paths.home, { recursive: true });
  writeFileSync(daemon.paths.config, text);
}

const send = (daemon: DaemonProcess, session: string, text: string) =>
  daemon.client.prompt(session, { content: [{ type: "text", text }] });

const isEnd = (turn: string) => (event: AnyEvent) => event.type === "turn_end" && event.data.turn === turn;

const saidIn = (events: readonly AnyEvent[]): unknown[] =>
  events.filter(({ type }) => type === "agent_message").map(({ data }) => data.text);

test("[tools.<name>] in config.toml is enough: prompts, a question, an interrupt, and the same conversation after a stop", async () => {
  const daemon = new DaemonProcess();
  await daemon.start();
  // An edit counts from the next command on.
  writeConfig(daemon, config);
  const { session } = await daemon.client.create({ cwd: daemon.workspace, agent: "mine" });

  await send(daemon, session.id, "one");
  await daemon.event(session.id, isEnd("t1"));
  await send(daemon, session.id, "ask");
  const asked = await daemon.event(session.id, ({ type, data }) => type === "permission" && data.state === "asked");
  await daemon.kill();
  await daemon.client.answer(session.id, asked.data.id as string, { option: "yes" });
  await daemon.event(session.id, isEnd("t2"));
  await send(daemon, session.id, "wait");
  await daemon.event(session.id, ({ type, data }) => type === "agent_message" && data.text === "waiting");
  await daemon.client.interrupt(session.id);
  expect((await daemon.event(session.id, isEnd("t3"))).data.reason).toBe("interrupted");

  await daemon.client.stop(session.id);
  await daemon.event(session.id, ({ type }) => type === "agent_exit");
  await send(daemon, session.id, "two");
  await daemon.event(session.id, isEnd("t4"));
  const events = await daemon.events(session.id);
  expect(saidIn(events)).toEqual(["heard one", "was told yes", "waiting", "heard two"]);
  const bound = events.filter(({ type }) => type === "agent_bound").map(({ data }) => data.nativeId);
  expect(bound).toEqual([expect.stringMatching(/^mine-\d+$/), bound[0]]);
});

test("while config.toml can't be read, an agent of it goes on, and is taken up once the file is repaired", async () => {
  const daemon = new DaemonProcess();
  writeConfig(daemon, config);
  await daemon.start();
  const { session } = await daemon.client.create({ cwd: daemon.workspace, agent: "mine" });
  await send(daemon, session.id, "ask");
  const asked = await daemon.event(session.id, ({ type, data }) => type === "permission" && data.state === "asked");
  await daemon.kill();
  writeConfig(daemon, "[tools.mine");
  await daemon.start();
  expect((await daemon.client.session(session.id)).session.status).toBe("waiting");
  writeConfig(daemon, config);
  await daemon.client.answer(session.id, asked.data.id as string, { option: "yes" });
  await daemon.event(session.id, isEnd("t1"));
  const events = await daemon.events(session.id);
  expect(saidIn(events)).toEqual(["was told yes"]);
  expect(events.filter(({ type }) => type === "agent_start")).toHaveLength(1);
});

test("a conversation that is gone stops the agent that can't go on with it; the next prompt tries again", async () => {
  const daemon = new DaemonProcess();
  writeConfig(daemon, config);
  await daemon.start();
  const { session } = await daemon.client.create({ cwd: daemon.workspace, agent: "mine" });
  await send(daemon, session.id, "one");
  await daemon.event(session.id, isEnd("t1"));
  await daemon.client.stop(session.id);
  const { data } = await daemon.event(session.id, ({ type }) => type === "agent_bound");
  rmSync(`${daemon.workspace}/conversation-${data.nativeId}.txt`);
  await send(daemon, session.id, "two");
  const failed = await daemon.event(session.id, ({ type }) => type === "resume_failed");
  expect(failed.data).toMatchObject({
    nativeId: data.nativeId,
    message: `mine can't resume its conversation: No conversation ${data.nativeId}.`,
  });
  await daemon.event(session.id, ({ type, seq }) => type === "agent_exit" && seq > failed.seq);
  expect((await daemon.client.session(session.id)).session).toMatchObject({
    status: "error",
    nativeId: data.nativeId,
    queued: 1,
  });
  writeFileSync(`${daemon.workspace}/conversation-${data.nativeId}.txt`, "");
  await send(daemon, session.id, "three");
  await daemon.event(session.id, isEnd("t3"));
  expect(saidIn(await daemon.events(session.id))).toEqual(["heard one", "heard two", "heard three"]);
});
