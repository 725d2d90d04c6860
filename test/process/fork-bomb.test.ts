// An agent that forks until the system gives its user no more processes: the daemon of that user answers, and a kill leaves nothing of it.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { unlessLinux, withoutPrograms, withoutRoot } from "../kit/left-out.ts";
import { processesIn } from "../kit/processes-in.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

const what = "an agent that is a fork bomb";
const run = "npm run test:process";
// How soon the system gives dead processes back decides how long it takes: it is run when asked for.
const isLeftOut =
  !process.env.SKEIN_FORK_BOMB ||
  unlessLinux(what) ||
  withoutRoot(what, run) ||
  withoutPrograms(what, ["prlimit", "perl"], run);

/** The system counts the processes and threads of a user, so this one has no others; and root has no limit at all. */
const UID = 2_000_000 + process.pid;
/** Room for the daemon, its keeper and the agent, with about a hundred more. */
const LIMIT = 150;

/**
 * Each of its processes goes on forking, in a session of its own, and fills each gap: no signal to a group ends it. Root is not limited, so root
 * does not get it.
 */
const BOMB = `
use POSIX ();
die if $< == 0;
until (-e "enough") {
  my $child = fork;
  if (defined $child) { POSIX::setsid() if $child == 0; next }
  open F, ">", "full"; close F;
  select undef, undef, undef, 0.005;
}
`;

/** With zombies. */
const processesOfUser = (): number =>
  readdirSync("/proc").filter((pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === UID).length;

// Fault row 58.
test.skipIf(isLeftOut)("a fork bomb leaves the daemon able to answer, and a kill ends all of it", async () => {
  const skein = new SkeinHome({ uid: UID, gid: UID });
  writeFileSync(join(skein.workspace, "bomb.pl"), BOMB);
  // Should the test fail: force alone would not overtake it.
  onTestFinished(() => writeFileSync(join(skein.workspace, "enough"), ""));
  await skein.json(["new", "--name", "bomb"]);
  await skein.json(["new", "--name", "other"]);
  const daemon = await skein.daemonPid();
  // As the user itself: in a container root may not do that to others.
  execFileSync("prlimit", ["--pid", `${daemon}`, `--nproc=${LIMIT}:${LIMIT}`], { uid: UID, gid: UID });
  const bombs = (): number => processesIn(skein.root).filter(({ command }) => command.startsWith("perl")).length;

  await skein.json(["send", "bomb", "[[run: exec perl bomb.pl]]"]);
  await until("no room for another process", () => existsSync(join(skein.workspace, "full")));
  expect(bombs()).toBeGreaterThan(LIMIT / 3);
  const { sessions } = await skein.json<{ sessions: { name: string; status: string }[] }>(["sessions"]);
  expect(Object.fromEntries(sessions.map(({ name, status }) => [name, status]))).toEqual({
    bomb: "running",
    other: "idle",
  });
  expect(await skein.json(["kill", "bomb"])).toMatchObject({ stopped: true, hadProcess: true, left: [] });
  expect(bombs()).toBe(0);
  // A zombie counts until its parent has noticed, and after the kill that is the system's first process, which takes its time.
  await until("room for another process", () => processesOfUser() < LIMIT / 3);
  expect((await skein.run(["send", "other", "--wait", "[[say: Still here.]]"])).out).toBe("Still here.\n");
  expect(await skein.daemonPid()).toBe(daemon);
});
