// An agent that writes without end while its daemon is dead: the disk is safe, and the next daemon goes on with it.
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type AnyEvent, DaemonProcess } from "../kit/daemon-process.ts";
import { readPid, stateOf } from "../kit/run-bench.ts";
import { until } from "../kit/until.ts";

const MB = 1024 * 1024;

test("a flood into a spool that nobody reads is held back, and nothing of it is lost", async () => {
  const daemon = new DaemonProcess();
  mkdirSync(daemon.paths.home, { mode: 0o700 });
  writeFileSync(daemon.paths.config, "[limits]\nunread_output_mb = 20\n", { mode: 0o600 });
  await daemon.start();
  const { session } = await daemon.client.create({
    agent: "demo",
    cwd: daemon.workspace,
    env: { PATH: process.env.PATH ?? "", HOME: daemon.workspace },
  });
  const { id } = await daemon.client.prompt(session.id, { content: [{ type: "text", text: "[[flood: 64mb]]" }] });
  const started = await daemon.event(session.id, ({ type }) => type === "agent_start");
  await daemon.event(session.id, ({ type }) => type === "agent_message");
  await daemon.kill();
  const dir = join(daemon.paths.runs, String(started.data.run));
  const keeper = await readPid(dir, "keeper");
  await until("the agent to be held back", () => stateOf(keeper) === "T");
  const unread = statSync(join(dir, "out")).size;
  expect(unread).toBeGreaterThan(20_000_000);

  await daemon.start();
  const isEnd = ({ type, data }: AnyEvent): boolean => type === "turn_end" && data.promptId === id;
  expect((await daemon.event(session.id, isEnd)).data).toMatchObject({ reason: "completed" });
  const events = await daemon.events(session.id);
  const said = events.flatMap(({ type, data }) => (type === "agent_message" ? [String(data.text)] : [])).join("");
  expect(Buffer.byteLength(said)).toBe(64 * MB);
  await until("the agent to go on", () => stateOf(keeper) === "S");
});
