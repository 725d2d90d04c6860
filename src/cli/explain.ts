// Turns any error into a Failure: the message for people and the exit code.
import { ConnectionError, type ListedSession, ProblemError } from "../client/index.ts";
import { messageOf } from "../system/index.ts";
import type { ExitName } from "./exit-codes.ts";
import { Failure } from "./failure.ts";
import { fillIn } from "./render/placeholders.ts";
import { shortId } from "./render/session-name.ts";
import { suggest } from "./suggest.ts";
import { safeLine } from "./text/safe-text.ts";

const exits: Readonly<Partial<Record<ProblemError["code"], ExitName>>> = {
  session_not_found: "notFound",
  prompt_not_found: "notFound",
  permission_not_found: "notFound",
  blob_not_found: "notFound",
  path_not_found: "notFound",
  invalid_path: "notFound",
  ambiguous: "notFound",
  invalid_body: "usage",
  invalid_time: "usage",
  option_unknown: "usage",
  form_incomplete: "usage",
  self_approval: "denied",
  confirmation_required: "denied",
  not_signed_in: "denied",
  not_allowed: "denied",
  wrong_origin: "denied",
  wrong_host: "denied",
  code_invalid: "denied",
  device_not_found: "notFound",
  already_answered: "tooLate",
  stale_permission: "tooLate",
  turn_not_found: "notFound",
  agent_unknown: "usage",
  mode_unsupported: "usage",
  command_unknown: "usage",
  draining: "unreachable",
};

const OTHER_VERSION =
  "the daemon may have another version; stop it, and the next command starts a new one: skein daemon stop";

const AS_NEW = "import it under a new id: add --as-new";

/** The remedy for each code; null if the daemon's message includes it. */
const fixes: Readonly<Record<Exclude<ProblemError["code"], "session_not_found" | "agent_unknown">, string | null>> = {
  invalid_body: "correct it, and run the command again",
  unknown_field: OTHER_VERSION,
  invalid_cursor: OTHER_VERSION,
  id_required: OTHER_VERSION,
  route_not_found: OTHER_VERSION,
  unsupported_media: OTHER_VERSION,
  invalid_path: "name a directory; list sessions: skein sessions",
  path_not_found: "create it first, or name another one; list sessions: skein sessions",
  invalid_time: null,
  invalid_import: "give a file that skein export wrote",
  session_exists: AS_NEW,
  ambiguous: "use a longer id, or the session's name in its own directory",
  name_taken: "choose another name, or rename that one first: skein rename <session> <name>",
  in_trash: "restore it: skein undo",
  too_large: "put the text into a file in the workspace and tell the agent to read it",
  blob_not_found:
    "its name is in the transcript (skein show <session>); whether the log is whole: skein verify <session>",
  queue_full: "see the queue: skein queue <session>",
  channel_not_found: null,
  channel_full: null,
  budget_used_up: null,
  id_reused: "use another --prompt-id: this one belongs to another text or session",
  prompt_exists: "see where it is: skein show <session>",
  prompt_not_found: "see the queue: skein queue <session>",
  prompt_delivered: "it can't be changed any more; send a new prompt, or stop the turn: skein abort <session>",
  prompt_withdrawn: 'send it again: skein send <session> "…"',
  environment_unreadable: "give it this shell's environment: skein restart <session>",
  waits_for_itself: "see what each prompt waits for: skein queue <session>",
  not_resumable: 'start a new session: skein new "…"',
  not_steerable: "omit --else reject to queue it, or send it with --now",
  moved: "look at it again, and repeat the command if you still want it",
  turn_not_found: "see the turns: skein show <session>",
  turn_running: null,
  tasks_running: null,
  turn_not_running: "see the transcript: skein show <session>",
  turn_mismatch: "look at it again: skein show <session>",
  form_incomplete: "fill it in: skein answer <session>, or with --set name=value",
  option_unknown: "see the question: skein inbox",
  permission_not_found: "see the open questions: skein inbox",
  already_answered: "see the open questions: skein inbox",
  stale_permission: "see the open questions: skein inbox",
  no_rule: "allow it once: skein answer <session>",
  self_approval: "do it yourself, in a terminal that no agent has started; questions are in: skein inbox",
  confirmation_required:
    "a code in your terminal confirms it: use skein answer <session> for questions (attach and inbox take no code), or run this in a terminal; for the cause see: skein doctor",
  confirmation_not_needed: "run the command without a code",
  not_signed_in: null,
  not_allowed: null,
  wrong_origin: null,
  wrong_host: null,
  code_invalid: null,
  not_subscribed: null,
  port_taken: null,
  page_missing: null,
  reach_refused: null,
  not_reachable:
    "open it to other machines first: skein web --pair --tailscale (if Tailscale runs here), or --host <address> --cert <file> --key <file>, or --behind-proxy https://<name>",
  too_many_requests: null,
  device_not_found: "list them: skein devices",
  command_unknown: "list its commands: skein show <session> --commands",
  mode_unsupported: "list its modes: skein set-mode <session>",
  capability_missing: "see what each agent can do: skein agents",
  config_invalid: "correct the file, and run the command again",
  draining: "run the command again in a moment",
  fenced:
    "when that is done, see whether it was carried out (skein sessions, skein show <session>), and if not run the command again; a prompt that is sent again with its --prompt-id <id> does nothing twice",
  internal: "see what happened: skein daemon logs",
};

export function explain(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof ProblemError) return explainProblem(error);
  if (error instanceof ConnectionError) return explainConnection(error);
  const message = messageOf(error);
  const fix = "run it again with --verbose for details";
  return new Failure(safeLine(message), { exit: "failed", code: "internal", fix, cause: error });
}

function explainProblem(error: ProblemError): Failure {
  const { code, facts } = error;
  return new Failure(safeLine(error.message), {
    exit: exits[code] ?? "failed",
    code,
    fix: fixFor(error),
    lines: code === "ambiguous" ? candidateLines(facts.candidates as ListedSession[] | undefined) : [],
    facts: pick(facts, ["candidates", "tried", "near", "allowed", "limit", "by", "option", "holder", "turn"]),
    cause: error,
  });
}

function fixFor({ code, facts, isOfRead }: ProblemError): string | undefined {
  if (code === "fenced" && isOfRead) return "when that is done, run it again";
  if (code === "session_exists" && facts.isInTrash === true && typeof facts.session === "string")
    return `restore it: skein undo ${shortId(facts.session)}; or ${AS_NEW}`;
  const { holder } = facts;
  if (code === "name_taken" && typeof holder === "string") return fillIn(fixes[code] ?? "", { ref: shortId(holder) });
  if (code === "agent_unknown") return unknownAgentFix(facts.agent, facts.allowed);
  if (code !== "session_not_found") return fixes[code] ?? undefined;
  const near = (facts.near as string[] | undefined) ?? [];
  const guess = near.length > 0 ? `did you mean ${near.map((name) => `"${safeLine(name)}"`).join(" or ")}? ` : "";
  return `${guess}see them all: skein sessions`;
}

/** The daemon lists the known ones. */
function unknownAgentFix(typed: unknown, known: unknown): string {
  const words = Array.isArray(known) ? known.map(String) : [];
  const near = typeof typed === "string" ? suggest(typed, words) : null;
  return `${near === null ? "" : `did you mean ${safeLine(near)}? `}list agents: skein agents`;
}

const candidateLines = (candidates: readonly ListedSession[] = []): string[] =>
  candidates.map(({ id, name, workspace }) => `${shortId(id)}  ${safeLine(name ?? "-")}  ${safeLine(workspace.path)}`);

function explainConnection(error: ConnectionError): Failure {
  const isStopped = error.kind === "stopped";
  if (error.kind === "forbidden")
    return new Failure("the daemon's socket can't be used", {
      exit: "unreachable",
      code: "socket_forbidden",
      why: safeLine(error.message),
      fix: "check it: skein doctor",
      cause: error,
    });
  return new Failure(isStopped ? "the daemon was stopped" : "the daemon does not answer", {
    exit: "unreachable",
    code: isStopped ? "daemon_stopped" : "daemon_unreachable",
    why: isStopped ? undefined : safeLine(error.message),
    fix: isStopped ? "nothing is lost; restart it: skein daemon start" : "check its log: skein daemon logs",
    cause: error,
  });
}

const pick = (facts: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => names.includes(name)));
