// `skein kill` if no daemon answers, as with a full disk or a hanging daemon: living agents are found by their processes, and their sessions by the
// files of their runs. The next daemon records the end.
import { daemonArguments } from "../../home/index.ts";
import { type ProgramFailed, runProgram } from "../../system/processes.ts";
import type { Done } from "../batch/batch.ts";
import type { Context } from "../command.ts";
import { confirm } from "../dialogue/confirm.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { displayName, type Named, nameAndId, shortId } from "../render/session-name.ts";
import { safeLine } from "../text/safe-text.ts";
import { renderTable } from "../text/table.ts";
import { tildePath } from "../text/tilde-path.ts";
import { type Home, spawnOptions, unreachable } from "./ensure-daemon.ts";
import { livingRuns, originOfRun } from "./living-runs.ts";

interface LivingAgent {
  readonly run: string;
  readonly directory: string | null;
  readonly session: Named | null;
}

/** A shorter id prefix matches nothing. */
const LEAST = 4;

/**
 * Kills the named sessions. `failure`: why no daemon answers; thrown if no agent runs, and with a list of agents if it is unclear which are meant.
 */
export async function killUnreached(context: Context, refs: readonly string[], failure: Failure): Promise<number> {
  const { flags, say, printJson } = context;
  const agents = livingAgents(context);
  if (agents.length === 0) throw failure;
  if (refs.length === 0) return unclear(context, { agents, ref: null, failure });
  const meant = new Map<string, Named>();
  for (const ref of refs) {
    const { session, isByName } = find(agents, ref) ?? (await unclear(context, { agents, ref, failure }));
    const wasCalled = `${displayName(session)} was the name of session ${shortId(session.id)} when its agent was started`;
    if (isByName) await confirm(context, `${wasCalled}; end that agent?`);
    meant.set(session.id, session);
  }
  const documents = [];
  for (const session of meant.values()) {
    const { text, lines = [], facts } = await endUnreached(context, session, failure);
    for (const line of [text, ...lines]) say(line);
    documents.push({ session: session.id, name: session.name, ...facts });
  }
  if (flags.json) printJson(documents.length === 1 ? { v: 1, ...documents[0] } : { v: 1, sessions: documents });
  return exitCodes.ok.code;
}

/** Kills one session's agent. Throws the failure if it has none. */
export async function endUnreached(context: Context, session: Named, failure: Failure): Promise<Done> {
  const { io, paths } = context;
  const own = livingAgents(context).filter((agent) => agent.session?.id === session.id);
  if (own.length === 0) throw failure;
  const runs = own.map(({ run }) => run);
  const left = await endRuns({ io, paths }, runs);
  const reason = failure.why === undefined ? failure.message : `${failure.message}: ${failure.why}`;
  const butNot = left.length > 0 ? `, except for processes that could not be ended: pid ${left.join(", ")}` : "";
  return {
    text: `ended the process of ${nameAndId(session)}${butNot}`,
    lines: [`not recorded yet; the next daemon does it. ${safeLine(reason)}`],
    facts: { stopped: true, recorded: false, hadProcess: true, left },
  };
}

const livingAgents = ({ paths }: Context): LivingAgent[] =>
  livingRuns(paths).map((run) => ({ run, ...originOfRun(paths, run) }));

/** Ends them in the daemon's program, which knows a run's processes. Resolves to the pids of those that survive. */
async function endRuns({ io, paths }: Home, runs: readonly string[]): Promise<readonly number[]> {
  const words = [...daemonArguments(io.program), "--end-runs", ...runs];
  const printed = await runProgram(process.execPath, words, spawnOptions(io, paths)).catch((error: ProgramFailed) => {
    if (error.reason === "not_started") throw unreachable(error.message, paths);
    throw unreachable(error.stderr.trim() || `it ended with ${error.code ?? "a signal"}`, paths);
  });
  return (JSON.parse(printed) as { left: number[] }).left;
}

/** An id or id prefix is certain. A name may belong to another session since the agent was started. */
function find(agents: readonly LivingAgent[], ref: string): { session: Named; isByName: boolean } | null {
  const sessions = [...new Map(agents.flatMap(({ session }) => (session ? [[session.id, session]] : []))).values()];
  const byId = ref.length < LEAST ? [] : sessions.filter(({ id }) => id.startsWith(ref.toLowerCase()));
  const byName = sessions.filter(({ name }) => name?.toLowerCase() === ref.toLowerCase());
  const [session, second] = byId.length > 0 ? byId : byName;
  return session && !second ? { session, isByName: byId.length === 0 } : null;
}

async function unclear(
  { io }: Context,
  { agents, ref, failure }: { agents: readonly LivingAgent[]; ref: string | null; failure: Failure },
): Promise<never> {
  const rows = agents.map(({ run, session, directory }) => [
    { text: session ? shortId(session.id) : safeLine(`run ${run}`) },
    { text: session?.name ? displayName(session) : "-" },
    { text: directory === null ? "-" : safeLine(tildePath(directory, io.env.HOME)) },
  ]);
  const meant = ref === null ? "which agents are meant" : `which agent is "${safeLine(ref)}"`;
  throw new Failure(`${failure.message}, and without it Skein can't tell ${meant}`, {
    exit: "unreachable",
    code: failure.code,
    why: failure.why,
    lines: await renderTable(rows),
    fix: "these run; end one by its session's id: skein kill <id>; or end all: skein daemon stop --agents",
    cause: failure,
  });
}
