// A hundred sessions that begin at once in the built daemon, each with a process of its own.
import { expect, test } from "vitest";
import { type AnyEvent, DaemonProcess } from "../kit/daemon-process.ts";
import { processesIn } from "../kit/processes-in.ts";
import { until } from "../kit/until.ts";

const SESSIONS = Number(process.env.SKEIN_SESSIONS ?? 100);

test("[M-12] sessions that are started all at once all end their turn, none twice, and no process is left", async () => {
  const daemon = new DaemonProcess();
  await daemon.start();
  const { client, workspace: cwd } = daemon;
  const pid = daemon.pid;
  const begin = async (n: number): Promise<string> => {
    const { session } = await client.create({ agent: "demo", cwd });
    await client.prompt(session.id, { content: [{ type: "text", text: `[[say: answer ${n}]]` }] });
    return session.id;
  };
  const sessions = await Promise.all(Array.from({ length: SESSIONS }, (_, n) => begin(n)));
  const isDone = async (): Promise<boolean> =>
    (await client.sessions()).every(({ reason }) => reason.code === "finished");
  await until("all of them", isDone, 240_000);

  for (const [n, session] of sessions.entries()) {
    const events = await daemon.events(session);
    const ofType = (type: string): AnyEvent["data"][] =>
      events.flatMap((event) => (event.type === type ? [event.data] : []));
    expect(
      ofType("agent_message")
        .map(({ text }) => text)
        .join(""),
    ).toContain(`answer ${n}`);
    expect([ofType("agent_start"), ofType("user_prompt"), ofType("turn_end")].map(({ length }) => length)).toEqual([
      1, 1, 1,
    ]);
    expect(ofType("turn_end")).toMatchObject([{ reason: "completed" }]);
  }
  expect(daemon.pid).toBe(pid);
  await daemon.end();
  await until("no process", () => processesIn(daemon.workspace).length === 0);
});
