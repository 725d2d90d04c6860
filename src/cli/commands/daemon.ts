// `skein daemon`: shows and controls the daemon. It starts automatically, so people rarely need this.
import { type DrainAnswer, isListening, type ServerInfo, unixTransport } from "../../client/index.ts";
import { type Paths, VERSION } from "../../home/index.ts";
import { type Context, defineCommand } from "../command.ts";
import { livingRuns } from "../daemon/living-runs.ts";
import { plainClient, stopDaemon } from "../daemon/stop-daemon.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { parseAgeMs } from "../parse-time.ts";
import { keptFiles } from "../render/kept-files.ts";
import { suggest } from "../suggest.ts";
import { pluralize } from "../text/numbers.ts";
import { relativeTime } from "../text/relative-time.ts";
import { safeLine } from "../text/safe-text.ts";

const LOG_LINES = 50;

const flagsOfDaemon = {
  agents: { type: "boolean", summary: "With stop: also end all agents" },
  lines: { type: "string", formerly: ["n"], value: "50", summary: "With logs: how many lines" },
  since: { type: "string", value: "10m", summary: "With logs: only lines newer than this" },
  follow: { type: "boolean", formerly: ["f"], summary: "With logs: follow new lines" },
  "dry-run": { type: "boolean", summary: "With recover: only check, change nothing" },
} as const;

type DaemonContext = Context<typeof flagsOfDaemon>;

/** May resolve to an exit code; otherwise the command succeeded. */
type Action = (context: DaemonContext) => Promise<unknown>;

const actions: Readonly<Record<string, Action>> = {
  ...{ status, start, stop, logs, install, uninstall },
  ...{ backup, backups, recover },
};

export const command = defineCommand({
  name: "daemon",
  aliases: [],
  group: "CONNECT",
  summary: "Show, start or stop the daemon; back up or recover its log",
  usage: "daemon status | start | stop | logs | install | uninstall | backup | backups | recover",
  details: [
    "The daemon starts when a command needs it; `status` never starts one.",
    "`stop` leaves busy agents running for the next daemon and ends idle ones; --agents ends all agents, also those that a dead daemon",
    "left, and holds the queues.",
    "`install` starts the daemon at login (systemd or launchd), `uninstall` undoes that. Neither is needed.",
    "A backup is made every day; `backup` makes one now, `backups` lists and checks them.",
    "`recover` checks every event and repairs damage; with --dry-run it only checks, and exits with 1 if something is damaged.",
  ],
  effect: "none",
  flags: flagsOfDaemon,
  maxPositionals: 1,
  async run(context) {
    const [word = "status"] = context.positionals;
    const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
    if (!action) {
      const near = suggest(word, Object.keys(actions), { ending: ["stop", "uninstall"] });
      throw usageFailure(
        `unknown daemon command "${safeLine(word)}"`,
        near ? `did you mean: skein daemon ${near}?` : `one of: ${Object.keys(actions).join(", ")}`,
      );
    }
    const code = await action(context);
    return typeof code === "number" ? code : exitCodes.ok.code;
  },
});

async function status({ io, paths, flags, style, print, printJson }: DaemonContext): Promise<void> {
  const { socket } = paths;
  const isRunning = await isListening(unixTransport(socket));
  const server = isRunning ? await plainClient(paths).server() : null;
  const daemon = server?.daemon ?? null;
  const { homeWarnings } = await import("../doctor/home.ts");
  const warnings = homeWarnings(paths);
  if (flags.json) {
    const { pid = null, version = VERSION, startedAt = null } = daemon ?? {};
    return printJson({
      v: 1,
      running: isRunning,
      pid,
      socket,
      version,
      startedAt,
      home: paths.home,
      storage: server?.storage ?? null,
      recovery: server?.recovery ?? null,
      warnings,
    });
  }
  for (const line of await statusLines(paths, server, io.now())) print(line);
  for (const warning of warnings) print(`${style.yellow(style.glyphs.warning)} ${safeLine(warning)}`);
}

async function statusLines(paths: Paths, server: ServerInfo | null, nowMs: number): Promise<string[]> {
  if (!server) return [await whyNoneAnswers(paths)];
  const { daemon, storage, recovery } = server;
  return [
    `running, pid ${daemon.pid}, version ${daemon.version}, started ${relativeTime(daemon.startedAt, nowMs)}`,
    `socket ${paths.socket}`,
    ...(storage.kind === "writable" ? [] : [safeLine(storage.text)]),
    ...(recovery
      ? [safeLine(`${relativeTime(recovery.at, nowMs)}: ${recovery.text}`), safeLine(keptFiles(recovery))]
      : []),
  ];
}

/** A process that holds the home counts as running, even if it can't be reached; agents may run without a daemon. */
async function whyNoneAnswers(paths: Paths): Promise<string> {
  const { unreachableHolder } = await import("../processes/unreachable-holder.ts");
  const holder = unreachableHolder(paths.lock);
  if (holder) return safeLine(`not reachable; its lock: ${holder.text}${holder.fix ? `; ${holder.fix}` : ""}`);
  const left = livingRuns(paths).length;
  return left > 0 ? leftBehind(left) : "not running; it starts when a command needs it";
}

async function start(context: DaemonContext): Promise<void> {
  const { io, paths, flags, say } = context;
  const { ensureDaemon } = await import("../daemon/ensure-daemon.ts");
  const { started } = await ensureDaemon({ io, paths });
  if (flags.json) return status(context);
  const { pid } = (await plainClient(paths).server()).daemon;
  say(started ? `started, pid ${pid}` : `running already, pid ${pid}`);
}

async function stop(context: DaemonContext): Promise<void> {
  const { io, paths, flags, say, printJson } = context;
  const [{ runningWork }, { heldFacts, heldLines, heldPrompts }, { findDaemon }] = await Promise.all([
    import("../daemon/running-work.ts"),
    import("../daemon/held-prompts.ts"),
    import("../daemon/find-daemon.ts"),
  ]);
  const isUp = flags.agents && (await findDaemon({ io, paths }));
  const works = isUp ? await runningWork(plainClient(paths)) : [];
  const held = isUp ? await heldPrompts(plainClient(paths), context) : [];
  const running = await stopDaemon({ io, paths, ...(flags.agents ? { agents: "stop" } : {}) });
  if (!running) return stopWithoutDaemon(context);
  if (flags.agents) (await import("../daemon/end-agents.ts")).requireNoneLeft(paths);
  if (flags.json) {
    const turns = works.map(({ session: { id, name }, turn, tasks, queued }) => ({
      session: id,
      name,
      turn,
      tasks,
      queued,
    }));
    const ended = flags.agents ? { turns, held: heldFacts(held) } : {};
    return printJson({ v: 1, stopped: true, ...running, ...ended });
  }
  const { stoppedAgents, keptAgents } = running;
  const ended = stoppedAgents > 0 ? `, with ${agents(stoppedAgents)}` : "";
  const kept = keptAgents > 0 ? `; ${agents(keptAgents)} still running: the next daemon takes over` : "";
  say(`stopped${ended}${kept}`);
  if (running.unrecordedKills) for (const line of unrecordedLines(running.unrecordedKills)) say(line);
  for (const { name, what } of works) say(`${name}: ${what} stopped`);
  for (const line of heldLines(held)) say(line);
}

function unrecordedLines({ noted, forgotten }: NonNullable<DrainAnswer["unrecordedKills"]>): string[] {
  const kills = (count: number): string => `${pluralize(count, "kill")} ${count === 1 ? "is" : "are"} not recorded`;
  return [
    ...(noted > 0 ? [`${kills(noted)} yet: the next daemon records it when the log can be written`] : []),
    ...(forgotten > 0 ? [`${kills(forgotten)}, and the next daemon will not know: check the queue (skein queue)`] : []),
  ];
}

const agents = (count: number): string => `${count} ${count === 1 ? "agent" : "agents"}`;

const leftBehind = (count: number): string =>
  `not running; it left ${agents(count)}; end with: skein daemon stop --agents`;

/** Agents outlive a killed daemon. */
async function stopWithoutDaemon({ io, paths, flags, say, printJson }: DaemonContext): Promise<void> {
  const { endAgents, notRecorded } = await import("../daemon/end-agents.ts");
  const nobody = { count: 0, unrecorded: null };
  const { count: stoppedAgents, unrecorded } = flags.agents ? await endAgents({ io, paths }) : nobody;
  const left = flags.agents ? 0 : livingRuns(paths).length;
  if (flags.json)
    return printJson({
      v: 1,
      stopped: false,
      stoppedAgents,
      keptAgents: left,
      ...(unrecorded === null ? {} : { recorded: false }),
    });
  if (stoppedAgents > 0)
    return say(`not running; ended ${agents(stoppedAgents)} that it had left${notRecorded(unrecorded)}`);
  if (left > 0) return say(leftBehind(left));
  say(flags.agents ? "not running, and no agent is left" : "not running");
}

const refuseAgentsLogin = async (context: DaemonContext): Promise<void> =>
  (await import("../daemon/inside-agent.ts")).refuseAgents(context, "change what starts with your login");

async function install(context: DaemonContext): Promise<void> {
  const { io, paths, flags, say, printJson } = context;
  await refuseAgentsLogin(context);
  const { installService } = await import("../daemon/install-daemon.ts");
  const { kind, file, changed, hint } = await installService({ io, paths });
  if (flags.json) return printJson({ v: 1, installed: true, kind, file, changed });
  say(`${changed ? "installed" : "already installed"}: ${file}`);
  say(hint);
}

async function uninstall(context: DaemonContext): Promise<void> {
  const { io, paths, flags, say, printJson } = context;
  await refuseAgentsLogin(context);
  const { uninstallService } = await import("../daemon/install-daemon.ts");
  const removed = await uninstallService({ io, paths });
  if (flags.json) return printJson({ v: 1, installed: false, removed: removed !== null, ...removed });
  say(removed ? `removed: ${removed.file}` : "not installed");
}

async function logs({ io, paths, style, flags, print, printJson }: DaemonContext): Promise<void> {
  const { lines: typed, since } = flags;
  const count = typed === undefined ? (since === undefined ? LOG_LINES : Number.MAX_SAFE_INTEGER) : Number(typed);
  if (!Number.isInteger(count) || count < 1)
    throw usageFailure(`--lines can't be "${typed}"`, "give a number of lines");
  const withinMs = since === undefined ? null : parseAgeMs(since, "--since");
  const { readLogs, showLogs } = await import("../daemon/show-logs.ts");
  const which = { io, path: paths.daemonLog, count, withinMs };
  if (flags.json && !flags.follow) return printJson({ v: 1, path: paths.daemonLog, lines: readLogs(which) });
  return showLogs({ ...which, style, print, follow: flags.follow, isRaw: flags.json });
}

async function backup({ client, flags, say, printJson }: DaemonContext): Promise<void> {
  const { backup: made } = await (await client()).backup();
  if (flags.json) return printJson({ v: 1, backup: made });
  say(`${made.path}: ${sizeOf(made)}`);
}

async function backups({ client, io, flags, print, printJson }: DaemonContext): Promise<void> {
  const { items } = await (await client()).backups();
  if (flags.json) return printJson({ v: 1, backups: items });
  if (items.length === 0)
    return print("none yet; the first is made a minute after a daemon starts with something to back up");
  for (const { path, at, isGood, events, sessions, trouble } of items) {
    const state = isGood ? `good, ${sizeOf({ events, sessions })}` : `damaged: ${trouble}`;
    print(safeLine(`${path} (${relativeTime(at, io.now())}) ${state}`));
  }
}

const sizeOf = ({ events, sessions }: Record<"events" | "sessions", number | null>): string =>
  `${pluralize(events ?? 0, "event")} in ${pluralize(sessions ?? 0, "session")}`;

async function recover(context: DaemonContext): Promise<number> {
  const { io, paths, flags } = context;
  if (!flags["dry-run"]) await (await import("../daemon/inside-agent.ts")).refuseAgents(context, "recover the log");
  const { runRecovery } = await import("../daemon/run-recovery.ts");
  return runRecovery({ io, paths, isDry: flags["dry-run"], isJson: flags.json });
}
