// `skein [path]`, `skein .`, `skein attach`: opens the directory's session, or a named one.
import { type Client, type EnvironmentAnswer, type ListedSession, ProblemError } from "../../client/index.ts";
import { openLive, printTranscript } from "../attach/open-session.ts";
import { type Context, defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { displayName } from "../render/session-name.ts";
import { clientEnvironment } from "../session/client-environment.ts";
import { hasTerminal, renewEnvironment, renewedLine } from "../session/environment.ts";
import { findSession, lastFlag } from "../session/find-session.ts";
import { isProject, referenceTo } from "../session/reference.ts";
import { safeLine } from "../text/safe-text.ts";
import { shellWord } from "../text/shell-word.ts";

const flagsOfAttach = {
  ...lastFlag,
  agent: {
    type: "string",
    short: "a",
    value: "agent",
    summary: "For a directory: its session with this agent, or a new session",
  },
} as const;

export const command = defineCommand({
  name: "attach",
  aliases: [],
  group: "START",
  summary: "Open a directory's session, or start one; also `skein [path]`",
  usage: "attach [path | session]",
  details: [
    "Shows the transcript, then what happens; what you type is sent. While the agent is busy, Enter queues, and Alt+Enter stops the turn",
    "and sends; the queue is shown above the line. Esc stops the turn. Ctrl+C detaches; the agent keeps working. Ctrl+Z suspends, Ctrl+L",
    "clears the screen.",
    'To answer a question, type its number, y, n or "n: why" and nothing else. Text that you were typing when the question came stays a',
    "draft: Tab puts it aside and brings it back, Enter twice sends it as a prompt. Without a terminal the transcript is printed.",
    "In a terminal the session gets the environment of this shell (keys, PATH …). A running process keeps its environment until its next",
    "run.",
    "The name is looked up in this order: an existing path, ~, a directory under the project_roots of config.toml, a session. A word",
    "that is a directory and a session's name is refused: write ./name for the directory, or the session's id.",
  ],
  examples: ["skein", "skein ~/src/api", "skein attach fix-login"],
  effect: "acts",
  flags: flagsOfAttach,
  maxPositionals: 1,
  async run(context) {
    const client = await context.client();
    const opened = await open(client, context);
    if (context.flags.json) {
      context.printJson({ v: 1, ...opened });
      return exitCodes.ok.code;
    }
    const refer = (): Promise<string> => referenceTo(client, opened.session, context);
    const renewed = opened.environment ? await renewedLine(opened.environment, refer) : null;
    if (renewed !== null) context.say(context.style.dim(renewed));
    if (context.isInteractive) return openLive(client, opened.session, context);
    return printTranscript(client, opened.session, context);
  },
});

interface Opened {
  readonly session: ListedSession;
  readonly workspace: { readonly id: string; readonly path: string };
  readonly created: boolean;
  readonly environment?: EnvironmentAnswer;
}

async function open(client: Client, context: Context<typeof flagsOfAttach>): Promise<Opened> {
  const { io, cwd, flags, positionals } = context;
  const [path] = positionals;
  const { agent } = flags;
  if (flags.session !== undefined) return openNamed(client, flags.session, context);
  if (flags.last) return openNamed(client, "@last", context);
  if (path !== undefined) await refuseTwoMeanings(client, path, context);
  // There is no such directory.
  if (path === "-" || path === "@last") return openNamed(client, path, context);
  try {
    const { session, workspace, created, environment } = await client.attach({
      cwd,
      env: clientEnvironment(io),
      ...(hasTerminal(io) ? {} : { keepsEnvironment: true }),
      ...(path === undefined ? {} : { path }),
      ...(agent === undefined ? {} : { agent }),
    });
    return { session, workspace, created, ...(environment ? { environment } : {}) };
  } catch (error) {
    const isMissing = error instanceof ProblemError && error.code === "path_not_found";
    if (!isMissing || path === undefined || /^[./~]/.test(path)) throw error;
    // A word that is not a directory may be a session.
    return openNamed(client, path, context).catch((other) => {
      const isNone = other instanceof ProblemError && other.code === "session_not_found";
      throw isNone ? nothingCalled(path, { place: error, session: other }, context) : other;
    });
  }
}

/** A plain word that is a directory here and the name of a session: whoever types it may mean either, and the next Enter goes there. */
async function refuseTwoMeanings(client: Client, word: string, context: Context<typeof flagsOfAttach>): Promise<void> {
  if (/[/~]|^\.|^-$|^@/.test(word) || !(await isProject(word, context))) return;
  const named = await client.resolve({ ref: word, cwd: context.cwd }).catch(() => null);
  if (named?.session.name !== word) return;
  const id = safeLine(named.session.id.slice(0, 8));
  throw new Failure(`"${safeLine(word)}" is a directory and a session`, {
    exit: "notFound",
    code: "ambiguous",
    fix: `for the session: skein attach ${id}; for the directory: skein attach ${shellWord(`./${safeLine(word)}`)}`,
  });
}

/** What a word may have meant, and where it was looked up. */
function nothingCalled(
  word: string,
  { place, session }: Record<"place" | "session", ProblemError>,
  { typed }: Pick<Context, "typed">,
): Failure {
  const near = (session.facts.near as string[] | undefined) ?? [];
  const tried = (place.facts.tried as string[] | undefined) ?? [];
  const guess = near.length > 0 ? `did you mean ${near.map((name) => `"${safeLine(name)}"`).join(" or ")}? ` : "";
  const help = typed.isBare ? "; list commands: skein help" : "";
  return new Failure(`no ${typed.isBare ? "command, " : ""}session or directory "${safeLine(word)}"`, {
    exit: "notFound",
    code: place.code,
    why: `no directory at ${tried.map(safeLine).join(", ")}`,
    fix: `${guess}list sessions: skein sessions${help}`,
    facts: { tried, near },
    cause: place,
  });
}

async function openNamed(client: Client, ref: string, context: Context<typeof flagsOfAttach>): Promise<Opened> {
  const { agent } = context.flags;
  // The daemon refuses an unknown agent and lists the known ones.
  if (agent !== undefined) await client.inspectAgents({ agent, quick: true });
  const session = await findSession(client, ref, context);
  if (agent !== undefined && agent !== session.agent) noteAgent(session, context);
  await client.select(session.id);
  const opened = { session, workspace: session.workspace, created: false };
  if (!hasTerminal(context.io)) return opened;
  const environment = await renewEnvironment(client, session, { io: context.io, expect: undefined });
  return environment === "refused" ? opened : { ...opened, environment };
}

/** A session keeps its agent. */
function noteAgent(session: ListedSession, { io, flags }: Context): void {
  if (flags.quiet || flags.json) return;
  const name = displayName(session);
  io.stderr.write(`--agent is for new sessions: ${name} works with ${safeLine(session.agent)}\n`);
}
