// Agents whose output ends before they do, or hardly ever: the daemon stays in charge of them, and stays small.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { processesOf } from "../../src/agents/index.ts";
import { type AnyEvent, DaemonProcess } from "../kit/daemon-process.ts";
import { until } from "../kit/until.ts";

async function started(): Promise<{ daemon: DaemonProcess; session: string; send: (text: string) => Promise<string> }> {
  const daemon = new DaemonProcess();
  await daemon.start();
  const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace });
  const send = async (text: string): Promise<string> =>
    (await daemon.client.prompt(session.id, { content: [{ type: "text", text }] })).id;
  return { daemon, session: session.id, send };
}

/** Whatever pieces it came in. */
const untilSaid = (daemon: DaemonProcess, session: string, text: string): Promise<unknown> =>
  until(`"${text}"`, async () => saidIn(await daemon.events(session)).includes(text));

const saidIn = (events: readonly AnyEvent[]): string =>
  events.flatMap(({ type, data }) => (type === "agent_message" ? [data.text] : [])).join("");

test("an agent that closes its stdout and lives on is still working, can be killed, and the next prompt resumes its conversation", async () => {
  const { daemon, session, send } = await started();
  await send("remember me [[say: before]] [[close-stdout]] [[write: silent.txt | yes]] [[hang]]");
  await untilSaid(daemon, session, "before");
  const { data } = await daemon.event(session, ({ type }) => type === "agent_start");
  await until(
    "it to live without a voice",
    async () => (await daemon.client.session(session)).session.status === "running" && isThere(daemon, "silent.txt"),
  );
  expect((await processesOf(String(data.run))).length).toBeGreaterThan(0);
  await daemon.client.stop(session);
  const exit = await daemon.event(session, ({ type }) => type === "agent_exit");
  expect(exit.data).toMatchObject({ outcome: "stopped", turn: "t1" });
  expect(await processesOf(String(data.run))).toEqual([]);
  const again = await send("[[recall]]");
  await daemon.event(session, ({ type, data }) => type === "turn_end" && data.promptId === again);
  await untilSaid(daemon, session, "remember me");
});

const isThere = ({ workspace }: DaemonProcess, name: string): boolean => {
  try {
    return readFileSync(`${workspace}/${name}`, "utf8").length > 0;
  } catch {
    return false;
  }
};

/** Megabytes that a process holds; its most so far. */
const peakOf = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

const LINE_MB = 240;

test.skipIf(process.platform !== "linux")("a line that goes on and on is not held in memory as a whole", async () => {
  const { daemon, session, send } = await started();
  const untilEnd = (id: string): Promise<AnyEvent> =>
    daemon.event(session, ({ type, data }) => type === "turn_end" && data.promptId === id);
  await untilEnd(await send("[[line: 60mb]]"));
  const before = peakOf(daemon.pid!);
  expect((await untilEnd(await send(`[[line: ${LINE_MB}mb]]`))).data).toMatchObject({ reason: "completed" });
  expect(peakOf(daemon.pid!) - before).toBeLessThan(LINE_MB / 2);
});
