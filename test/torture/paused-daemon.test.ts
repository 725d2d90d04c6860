// A daemon that is stopped in mid-work keeps what it owns: nobody takes over behind its back, and whoever asks is told. When it wakes it goes on,
// unless its lock went to another one meanwhile: then it must not write a single word more.
import { type ChildProcess, spawn } from "node:child_process";
import { renameSync } from "node:fs";
import { onTestFinished } from "vitest";
import { ProblemError } from "../../src/client/index.ts";
import { DaemonProcess, skeinProgram } from "../kit/daemon-process.ts";
import { until } from "../kit/until.ts";
import { runSkein } from "./command-line.ts";
import { gatherCrowd } from "./crowd.ts";
import { processFaults, storedFaults, wordFaults } from "./oracle.ts";
import { scenario } from "./scenario.ts";
import { startedPids } from "./started-pids.ts";

scenario("paused-daemon", "pauses of a daemon at work", {}, async ({ random, size, did, found }) => {
  const daemon = new DaemonProcess();
  await daemon.start();
  const crowd = await gatherCrowd(daemon, 2);
  const pid = daemon.pid!;
  for (let pause = 0; pause < size(1, 10); pause++) {
    const turns = crowd.turns() + random.below(3);
    const talking = crowd.talk(() => crowd.turns() > turns + 2);
    await until("some turns", () => crowd.turns() >= turns, 60_000);
    process.kill(pid, "SIGSTOP");
    try {
      const second = await runSkein(daemon, ["__daemon"]);
      if (second.code !== 0) found([`a second daemon ended with ${second.code}: ${second.err}`]);
      const told = await runSkein(daemon, ["sessions"]);
      if (told.code === null) found(["a command waits for ever for a daemon that is stopped, without a word"]);
      else found(wordFaults(told.err, { cause: /does not answer/, remedy: /skein daemon|kill|continue/i }));
    } finally {
      process.kill(pid, "SIGCONT");
    }
    await talking;
    did();
  }
  if (daemon.pid !== pid || (await daemon.client.server()).daemon.pid !== pid) found(["another daemon took over"]);
  found(await crowd.faults());
  await crowd.leave();
  await daemon.end();
  found(processFaults(crowd.runs()));
  found(await storedFaults(daemon.paths.database, crowd.acknowledged));
});

scenario("paused-daemon", "old daemons woken after another took over", {}, async ({ size, did, found }) => {
  for (let round = 0; round < size(1, 10); round++) {
    const home = new DaemonProcess();
    const { client, paths, workspace } = home;
    const old = await startByHand(home);
    const crowd = await gatherCrowd(home, 2);
    let isOver = false;
    const talking = crowd.talk(() => isOver && crowd.turns() >= 8);
    await until("some turns", () => crowd.turns() >= 2, 60_000);

    old.process.kill("SIGSTOP");
    renameSync(paths.lock, `${paths.lock}.taken-away`);
    const next = await startByHand(home).catch(() => {
      // The old one was stopped in the midst of a commit, with the file in its hands: it gets a moment to let go.
      old.process.kill("SIGCONT");
      return until("another daemon", () => startByHand(home).catch(() => null));
    });
    // The new one has something to write. If the old one was stopped in the midst of a commit, the file is not free before it wakes.
    const { session } = await client.create({ agent: "demo", cwd: workspace }).catch(whenHeld);
    if (session) {
      await client.prompt(session.id, { content: [{ type: "text", text: "[[say: mine now]]" }] });
      await home.event(session.id, ({ type }) => type === "turn_end");
    }
    old.process.kill("SIGCONT");
    const isGone = await until("the old daemon to end", () => old.hasEnded()).catch(() => false);
    if (!isGone) found(["the old daemon lives on after another one took over"]);
    old.process.kill("SIGKILL");
    isOver = true;
    await talking;
    did();

    found(await crowd.faults());
    await crowd.leave();
    await client.drain({ agents: "stop" });
    await until("the new daemon to end", () => next.hasEnded());
    found(processFaults(crowd.runs()));
    found(await storedFaults(paths.database, crowd.acknowledged));
  }
});

/** Anything else is no reason to wait. */
function whenHeld(error: unknown): { session: null } {
  if (error instanceof ProblemError && /another process holds the database/.test(error.message))
    return { session: null };
  throw error;
}

interface ByHand {
  process: ChildProcess;
  hasEnded(): boolean;
}

/** Not by asking whether somebody answers: where a stopped one listens, that question gets no answer at all. */
async function startByHand({ env, paths }: DaemonProcess): Promise<ByHand> {
  const child = spawn(process.execPath, [skeinProgram, "__daemon"], { env, stdio: ["ignore", "ignore", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  await until("the daemon to say that it started", () => hasEnded() || startedPids(paths).includes(child.pid ?? 0));
  if (hasEnded()) throw new Error(`the daemon ended at once, with ${child.exitCode ?? child.signalCode}`);
  return { process: child, hasEnded };
}
