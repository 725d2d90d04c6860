// `skein uninstall`: ends everything that runs or starts automatically, and lists what is left. It deletes no data.
import { type Context, defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { pluralize } from "../text/numbers.ts";
import { safeLine } from "../text/safe-text.ts";
import { shellWord } from "../text/shell-word.ts";
import { tildePath } from "../text/tilde-path.ts";

export const command = defineCommand({
  name: "uninstall",
  aliases: [],
  group: "CONNECT",
  summary: "End everything that runs, and list what is left to remove",
  usage: "uninstall",
  details: [
    "Ends all agents and the daemon, and undoes `daemon install`. It deletes no session: it prints what is left, and the commands that",
    "remove it and the program. Run it before you remove the program; afterwards no command could end busy agents.",
    "It first lists running turns and agents without a daemon, and asks. Queued prompts are held and listed: they will not start if a",
    "daemon runs again.",
    '--json prints {"v":1,"stopped","stoppedAgents","held","service","left":[{"path","what"}]}.',
  ],
  effect: "none",
  flags: {},
  maxPositionals: 0,
  async run(context) {
    const { io, paths, flags, say, printJson } = context;
    const [
      { refuseAgents },
      { plainClient, stopDaemon },
      { heldFacts, heldLines, heldPrompts },
      { endAgents, notRecorded, requireNoneLeft },
      { findDaemon },
      { othersService, uninstallService },
      { whatIsLeft },
    ] = await Promise.all([
      import("../daemon/inside-agent.ts"),
      import("../daemon/stop-daemon.ts"),
      import("../daemon/held-prompts.ts"),
      import("../daemon/end-agents.ts"),
      import("../daemon/find-daemon.ts"),
      import("../daemon/install-daemon.ts"),
      import("../daemon/what-is-left.ts"),
    ]);
    await refuseAgents(context, "uninstall Skein");
    await confirmTurns(context);
    // First, because the system would start the daemon again.
    const others = othersService({ io, paths });
    const service = others ? null : await uninstallService({ io, paths });
    const isUp = await findDaemon({ io, paths });
    const held = isUp ? await heldPrompts(plainClient(paths), context) : [];
    const stopped = await stopDaemon({ io, paths, agents: "stop" });
    const { count: stoppedAgents, unrecorded } = stopped
      ? { count: stopped.stoppedAgents, unrecorded: null }
      : await endAgents({ io, paths });
    requireNoneLeft(paths);
    const left = whatIsLeft(paths, io.env);
    if (flags.json) {
      const facts = { stopped: stopped !== null, stoppedAgents, held: heldFacts(held) };
      printJson({ v: 1, ...facts, service: service?.file ?? null, left });
      return exitCodes.ok.code;
    }
    const ended = stoppedAgents > 0 ? `, and ${pluralize(stoppedAgents, "agent")} ended${notRecorded(unrecorded)}` : "";
    say(`${stopped ? "daemon stopped" : "no daemon was running"}${ended}`);
    for (const line of heldLines(held)) say(line);
    if (service) say(`removed ${safeLine(service.file)}`);
    if (others) say(safeLine(`left alone: ${others.file} is for ${others.home}, which is another home`));
    say(`nothing of ${others ? "this home" : "Skein"} is running; what is left:`);
    for (const { path, what } of left) say(`  ${tildePath(path, io.env.HOME)}: ${what}`);
    say("to remove all of it, sessions included:");
    say(`  ${["rm -r", ...left.map(({ path }) => shellWord(path))].join(" ")}`);
    say("  npm uninstall -g skein");
    return exitCodes.ok.code;
  },
});

/** Agents that a dead daemon left: only their directories are known, not their work. */
async function confirmLeftAgents(context: Context): Promise<void> {
  const { io, paths, say } = context;
  const [{ livingRuns, originOfRun }, { confirm }] = await Promise.all([
    import("../daemon/living-runs.ts"),
    import("../dialogue/confirm.ts"),
  ]);
  const runs = livingRuns(paths);
  if (runs.length === 0) return;
  for (const run of runs) {
    const { directory } = originOfRun(paths, run);
    const where = directory === null ? "" : ` in ${tildePath(directory, io.env.HOME)}`;
    say(safeLine(`run ${run}: an agent is running${where}`));
  }
  const which = runs.length === 1 ? "that runs" : "that run";
  await confirm(context, `end ${pluralize(runs.length, "agent")} ${which} without a daemon, and uninstall?`);
}

async function confirmTurns(context: Context): Promise<void> {
  const { io, paths, say } = context;
  const [{ findDaemon }, { plainClient }, { runningWork }, { confirm }] = await Promise.all([
    import("../daemon/find-daemon.ts"),
    import("../daemon/stop-daemon.ts"),
    import("../daemon/running-work.ts"),
    import("../dialogue/confirm.ts"),
  ]);
  if (!(await findDaemon({ io, paths }))) return confirmLeftAgents(context);
  const works = await runningWork(plainClient(paths));
  if (works.length === 0) return;
  for (const { name, what } of works) say(`${name}: ${what} at work`);
  await confirm(context, `stop ${pluralize(works.length, "session")} at work and uninstall?`);
}
