// A spool that can't be read for a while: people are told once, the agent goes on, and so does the session when it is over.
import { expect, test } from "vitest";
import { createMemoryLog, type Log } from "../../src/log/index.ts";
import { collect, type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const troubles = ["EIO", "ESTALE", "EACCES", "ELOOP", "ENOTDIR"].map((code) =>
  Object.assign(new Error(`${code}: it can't be read, read`), { code }),
);
const said = { type: "notice", data: { kind: "n", text: "said meanwhile" } } as const;

/** So many times it is tried again in vain. */
async function tryInVain(daemon: TestDaemon, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    daemon.clock.advance(2000);
    await daemon.client.server();
  }
}

test.for(troubles)("while the agent works: %s", async (trouble) => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  daemon.means(/it can't be read, read$/);
  daemon.keeper.trouble = trouble;
  agent.say(said);
  await until("people to be told", () => daemon.faults.length > 0);
  await tryInVain(daemon, 5);
  expect(daemon.faults).toEqual([expect.stringContaining(`session ${session} is paused until this is over`)]);
  expect([daemon.types(session).includes("agent_exit"), agent.stopped]).toEqual([false, false]);
  daemon.keeper.trouble = null;
  daemon.clock.advance(2000);
  await daemon.ofType(session, "notice");
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  expect(daemon.faults).toHaveLength(1);
});

test.for(troubles)("when a daemon takes the run up: %s", async (trouble) => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  await daemon.stop("keep");
  daemon.means(/it can't be read, read$/);
  daemon.keeper.trouble = trouble;
  await daemon.start();
  await until("people to be told", () => daemon.faults.length > 0);
  await tryInVain(daemon, 5);
  expect(daemon.faults).toHaveLength(1);
  expect([daemon.types(session).includes("agent_exit"), agent.stopped]).toEqual([false, false]);
  daemon.keeper.trouble = null;
  agent.say(said, { type: "turn_end", reason: "completed" });
  daemon.clock.advance(2000);
  await daemon.ofType(session, "turn_end");
});

test.for(troubles)("an agent is ended while its run can't be taken up, when that is asked for: %s", async (trouble) => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  daemon.means(/it can't be read, read$/);
  daemon.keeper.trouble = trouble;
  agent.say(said);
  await until("people to be told", () => daemon.faults.length > 0);
  await daemon.client.stop(session);
  daemon.clock.advance(2000);
  expect((await daemon.ofType(session, "agent_exit")).data).toMatchObject({ outcome: "stopped", turn: "t1" });
  expect(agent.stopped).toBe(true);
  expect((await daemon.client.session(session)).session.status).toBe("stopped");
});

test.for(troubles)("a daemon that stops with its agents ends also one that it can't take up: %s", async (trouble) => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  daemon.means(/it can't be read, read$/);
  daemon.keeper.trouble = trouble;
  agent.say(said);
  await until("people to be told", () => daemon.faults.length > 0);
  await daemon.stop("stop");
  expect(daemon.events(session).findLast(({ type }) => type === "agent_exit")?.data).toMatchObject({
    outcome: "stopped",
    turn: "t1",
  });
  expect(agent.stopped).toBe(true);
});

test("an agent that can be taken up again when the daemon stops with its agents is heard to its end", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  daemon.means(/it can't be read, read$/);
  daemon.keeper.trouble = troubles[0] ?? null;
  agent.say(said);
  await until("people to be told", () => daemon.faults.length > 0);
  daemon.keeper.trouble = null;
  await daemon.stop("stop");
  expect(daemon.types(session)).toContain("notice");
  expect(daemon.types(session).filter((type) => type === "agent_exit")).toHaveLength(1);
});

test("an agent whose output was emptied before all of it was read is stopped, and people are told: it may have asked something", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.say(said);
  await daemon.ofType(session, "notice");
  agent.truncate();
  agent.say({ type: "agent_message", data: { messageId: "m1", text: "..." } });
  expect((await daemon.ofType(session, "error")).data).toMatchObject({ code: "output_cut" });
  expect((await daemon.ofType(session, "agent_exit")).data).toMatchObject({ turn: "t1" });
  expect(agent.stopped).toBe(true);
  expect(daemon.types(session).filter((type) => type === "error")).toHaveLength(1);
});

test("the same is told of a run that ended while no daemon was there", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.say(said);
  await daemon.ofType(session, "notice");
  await daemon.stop("keep");
  agent.truncate();
  agent.exit({ kind: "exited", code: 0 });
  await daemon.start();
  await daemon.ofType(session, "agent_exit");
  expect(daemon.types(session).filter((type) => type === "error")).toHaveLength(1);
});

test("nothing is said of a file that was cut when nothing was open: after a power cut it is shorter than the log", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.say(said, { type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  await daemon.stop("keep");
  agent.truncate();
  agent.exit({ kind: "lost" });
  await daemon.start();
  await daemon.ofType(session, "agent_exit");
  expect(daemon.types(session)).not.toContain("error");
});

/** A log that tells its listeners what it is told to, and whose reads fail as often as it is told to. */
function troubledLog() {
  const inner = createMemoryLog();
  const listeners = new Set<Parameters<Log["listen"]>[0]>();
  const trouble = { reads: 0 };
  const log: Log = {
    ...inner,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read(query) {
      if (trouble.reads > 0 && query.limit === 1) {
        trouble.reads--;
        throw new Error("EIO: the disk does not answer, read");
      }
      return inner.read(query);
    },
  };
  const reopen = (): void => {
    for (const { reopened } of listeners) reopened?.({ isRebuilt: false });
  };
  return { log, trouble, reopen };
}

test("a log that is open again and can't be read at once is tried again, and sessions go on", async () => {
  const { log, trouble, reopen } = troubledLog();
  const daemon = await testDaemon(log);
  const { session, agent } = await daemon.working();
  const followed = collect(daemon.client.follow(session, { after: 0 }));
  await until("the backlog", () => followed.seqs().length > 0);
  daemon.means(/^sessions can't be resumed now/);
  trouble.reads = 2;
  reopen();
  await until("people to be told", () => daemon.faults.length > 0);
  await tryInVain(daemon, 3);
  expect(trouble.reads).toBe(0);
  agent.say(said, { type: "turn_end", reason: "completed" });
  const { seq } = await daemon.ofType(session, "turn_end");
  await until("the follower to see it", () => followed.seqs().includes(seq));
  expect(daemon.faults).toEqual(Array(2).fill(expect.stringContaining("sessions can't be resumed now")));
});
