// Ending an agent's process works whatever the log does: what can't be recorded now is recorded when the log takes writes again.
import { expect, test } from "vitest";
import { shownIn } from "../../src/core/index.ts";
import { daemonOnDisk, type OnDisk } from "../kit/daemon-on-disk.ts";
import type { ScriptedRun } from "../kit/scripted-agent.ts";
import { until } from "../kit/until.ts";

interface Fenced extends OnDisk {
  session: string;
  agent: ScriptedRun;
  bringBack: () => void;
}

/** An agent at work, with something queued behind it, whose log can't be written. */
async function fencedAtWork(): Promise<Fenced> {
  const onDisk = await daemonOnDisk();
  const { daemon } = onDisk;
  const { session, agent } = await daemon.working();
  await daemon.send(session, "later");
  const bringBack = onDisk.takeDiskAway();
  agent.say({ type: "agent_message", data: { messageId: "m", text: "meanwhile" } });
  await until("the agent to stand still", () => agent.isPaused);
  return { ...onDisk, session, agent, bringBack };
}

const id = "01890a5d-ac96-774b-bcce-b302099a8057";

test("a kill while the log can't be written ends the process, says that it is not recorded, and is recorded once when it can be", async () => {
  const { daemon, session, agent, bringBack } = await fencedAtWork();
  const refusal = await daemon.client.stop(session, { id }).catch((error) => error);
  expect(refusal).toMatchObject({
    code: "fenced",
    message: expect.stringMatching(/process was ended.*not recorded yet, and will be as soon as/),
    facts: { ended: { left: [] } },
  });
  expect(agent.hasExited).toBe(true);
  expect(daemon.types(session)).not.toContain("session_end");

  bringBack();
  const end = await daemon.ofType(session, "session_end");
  expect(end).toMatchObject({ by: { kind: "client", name: "test" }, data: { reason: "killed" } });
  expect((await daemon.ofType(session, "agent_exit")).data).toMatchObject({ outcome: "stopped" });
  expect(await daemon.client.queue(session)).toMatchObject({ items: [{ text: "later", held: true }] });
  expect(await daemon.client.stop(session, { id })).toMatchObject({ replayed: true, outcome: { wasRunning: true } });
  expect(daemon.types(session).filter((type) => type === "session_end")).toHaveLength(1);
  expect(daemon.keeper.runs).toHaveLength(1);
});

test("a kill of many while the log can't be written leaves alone what began to work after it was shown, and ends what is as it was shown", async () => {
  const { daemon, session, agent, bringBack } = await fencedAtWork();
  const shown = shownIn((await daemon.client.session(session)).session);
  const resting = { ...shown, turns: shown.turns - 1, isAtWork: false };
  await expect(daemon.client.stop(session, { expect: resting })).rejects.toMatchObject({
    code: "moved",
    facts: { change: "work" },
  });
  expect(agent.hasExited).toBe(false);
  await expect(daemon.client.stop(session, { expect: shown })).rejects.toMatchObject({ code: "fenced" });
  expect(agent.hasExited).toBe(true);
  bringBack();
  expect((await daemon.ofType(session, "session_end")).data).toEqual({ reason: "killed" });
});

test("an abort while the log can't be written is refused with the command that ends the process", async () => {
  const { daemon, session, agent, bringBack } = await fencedAtWork();
  await expect(daemon.client.interrupt(session)).rejects.toMatchObject({
    code: "fenced",
    message: expect.stringContaining("skein kill"),
  });
  expect(agent.hasExited).toBe(false);
  bringBack();
  await until("the log", () => daemon.log.condition().kind === "writable");
});

test("an agent that somebody has ended beside a daemon that nobody reached was killed, and what is queued is held", async () => {
  const { daemon } = await daemonOnDisk();
  const { session, agent } = await daemon.working();
  await daemon.send(session, "later");
  await daemon.keeper.noteKill(agent.spec.dir);
  agent.exit({ kind: "signaled", signal: "SIGKILL" });
  expect((await daemon.ofType(session, "agent_exit")).data).toMatchObject({ outcome: "stopped" });
  expect((await daemon.ofType(session, "session_end")).data).toEqual({ reason: "killed" });
  expect(await daemon.client.queue(session)).toMatchObject({ items: [{ text: "later", held: true }] });
  expect(daemon.keeper.runs).toHaveLength(1);
});
