// Any error as a Failure: what a person is told and how the command ends.
import { ConnectionError, type ListedSession, ProblemError } from "../client/index.ts";
import type { ExitName } from "./exit-codes.ts";
import { Failure } from "./failure.ts";
import { safeLine } from "./render/safe-text.ts";
import { shortId } from "./render/session-name.ts";

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
  already_answered: "tooLate",
  stale_permission: "tooLate",
  turn_not_found: "notFound",
  agent_unknown: "usage",
  mode_unsupported: "usage",
  draining: "unreachable",
};

const fixes: Readonly<Partial<Record<ProblemError["code"], string>>> = {
  path_not_found: "make it first, or name another one; sessions are listed by: skein sessions",
  ambiguous: "use a longer id, or the session's name in its own directory",
  too_large: "put the text into a file in the workspace, and tell the agent to read it",
  queue_full: "see what waits: skein queue <session>",
  prompt_delivered: "it can't be changed any more; send something new, or stop the turn: skein abort <session>",
  prompt_withdrawn: 'send it again: skein send <session> "…"',
  not_steerable: "leave --else reject out to queue it, or send it with --now",
  waits_for_itself: "see who waits for whom: skein queue <session>",
  moved: "look at it again, and repeat the command if you still want it",
  form_incomplete: "fill it in: skein answer <session>, or with --set name=value",
  no_rule: "allow it once: skein answer <session> --once",
  self_approval: "answer it yourself, in a terminal of your own: skein inbox",
  agent_unknown: "see which there are: skein agents",
  agent_not_installed: "see how to get it: skein agents",
  id_reused: "use another --prompt-id: this one belongs to another text or session",
  name_taken: "choose another name, or rename that one first: skein rename <session> <name>",
  in_trash: "bring it back: skein undo",
  config_invalid: "correct the file, and run the command again",
  draining: "run the command again in a moment",
  fenced: "when that is done, run the command again",
  internal: "see what happened: skein daemon logs",
};

export function explain(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof ProblemError) return explainProblem(error);
  if (error instanceof ConnectionError) return explainConnection(error);
  const message = error instanceof Error ? error.message : String(error);
  return new Failure(safeLine(message), { exit: "failed", code: "internal", cause: error });
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

function fixFor({ code, facts }: ProblemError): string | undefined {
  if (code !== "session_not_found") return fixes[code];
  const near = (facts.near as string[] | undefined) ?? [];
  const guess = near.length > 0 ? `did you mean ${near.map((name) => `"${safeLine(name)}"`).join(" or ")}? ` : "";
  return `${guess}see them all: skein sessions`;
}

const candidateLines = (candidates: readonly ListedSession[] = []): string[] =>
  candidates.map(({ id, name, workspace }) => `${shortId(id)}  ${safeLine(name ?? "-")}  ${safeLine(workspace.path)}`);

function explainConnection(error: ConnectionError): Failure {
  const isStopped = error.kind === "stopped";
  return new Failure(isStopped ? "the daemon was stopped" : "the daemon does not answer", {
    exit: "unreachable",
    code: isStopped ? "daemon_stopped" : "daemon_unreachable",
    why: isStopped ? undefined : safeLine(error.message),
    fix: isStopped ? "nothing is lost; start it again: skein daemon start" : "look at its log: skein daemon logs",
    cause: error,
  });
}

const pick = (facts: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => names.includes(name)));
