// Runs a command for many sessions: shows the list and asks unless the sessions were named, prints each outcome, and sets the exit code.
import { type ListedSession, ProblemError } from "../../client/index.ts";
import { type Shown, shownIn } from "../../core/index.ts";
import type { Context } from "../command.ts";
import { confirm } from "../dialogue/confirm.ts";
import { exitCodes } from "../exit-codes.ts";
import { explain } from "../explain.ts";
import { Failure } from "../failure.ts";
import { chosenTable } from "../render/chosen-table.ts";
import { fillIn } from "../render/placeholders.ts";
import { displayName } from "../render/session-name.ts";
import { failureRows } from "../text/failure-rows.ts";
import type { Chosen } from "./choose-sessions.ts";

export interface Done {
  /** The outcome, for people. */
  readonly text: string;
  /** Lines below it. */
  readonly lines?: readonly string[];
  /** The same for programs. */
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface BatchAction {
  /** The verb in the question: "stop these 3?" Words after the sessions follow "…": "mark … as read". */
  readonly verb: string;
  /** Also asks a person at a terminal about named sessions. */
  readonly asksAlways?: boolean;
  /** Lines below the list before the question: what would end in this session. */
  preview?(session: ListedSession): Promise<readonly string[]>;
  /**
   * `expect`: the state that the list showed, if the sessions were not named. The daemon leaves a session alone that has started something since.
   */
  carryOut(session: ListedSession, expect: Shown | undefined): Promise<Done>;
  /** A line after the outcomes, if something was done. */
  readonly afterwards?: string;
}

/** The maximum of parallel requests, so that the daemon can serve others, too. */
const AT_ONCE = 16;

type Outcome = { readonly session: ListedSession } & ({ readonly done: Done } | { readonly failure: Failure });

export async function forEachSession(context: Context, chosen: Chosen, action: BatchAction): Promise<number> {
  const { flags, say, printJson } = context;
  const { sessions, isBulk } = chosen;
  const [only] = sessions;
  const isOne = !isBulk && sessions.length === 1;
  if (!only) {
    if (flags.json) printJson({ v: 1, sessions: [] });
    say("No session matches.");
    return exitCodes.ok.code;
  }
  await agree(context, chosen, action);
  const outcomes = await carryOutAll(context, chosen, action);
  const [first] = outcomes;
  if (isOne && first && "failure" in first) throw first.failure;
  if (flags.json) {
    const documents = outcomes.map(documentOf);
    printJson(isOne ? { v: 1, ...documents[0] } : { v: 1, sessions: documents });
  }
  const failed = outcomes.filter((one) => "failure" in one).length;
  if (action.afterwards !== undefined && failed < outcomes.length) say(action.afterwards);
  if (failed === 0) return exitCodes.ok.code;
  throw new Failure(`${failed} of ${outcomes.length} failed`, {
    exit: "failed",
    code: "some_failed",
    fix: "see above for each; the others are done",
  });
}

async function agree(context: Context, { sessions, isBulk }: Chosen, action: BatchAction): Promise<void> {
  const { io, style, say, isInteractive } = context;
  const { verb, asksAlways } = action;
  if (!isBulk && !(asksAlways && isInteractive)) return;
  const lines = await chosenTable(sessions, { style, nowMs: io.now(), home: io.env.HOME });
  for (const line of lines) say(line);
  for (const session of sessions) for (const line of (await action.preview?.(session)) ?? []) say(line);
  const these = sessions.length === 1 ? "it" : `these ${sessions.length}`;
  await confirm(context, `${verb.includes("…") ? verb.replace("…", these) : `${verb} ${these}`}?`);
}

/** The person agreed to what the list showed. */
function leftAlone(error: unknown): Failure {
  if (!(error instanceof ProblemError) || error.code !== "moved") return explain(error);
  const what = error.facts.change === "work" ? "it started to work" : "someone used it";
  return new Failure(`left alone: ${what} after the list was shown`, {
    exit: "failed",
    code: "changed",
    fix: "check the list again",
    cause: error,
  });
}

async function carryOutAll(
  { io, say }: Context,
  { sessions, isBulk }: Chosen,
  { carryOut }: Pick<BatchAction, "carryOut">,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < sessions.length; at += AT_ONCE) {
    const some = await Promise.all(
      sessions.slice(at, at + AT_ONCE).map((session) =>
        carryOut(session, isBulk ? shownIn(session) : undefined).then(
          (done): Outcome => ({ session, done }),
          (error: unknown): Outcome => ({ session, failure: leftAlone(error) }),
        ),
      ),
    );
    for (const outcome of some) {
      if ("done" in outcome) for (const line of [outcome.done.text, ...(outcome.done.lines ?? [])]) say(line);
      else if (sessions.length > 1 || outcome.failure.code === "changed")
        io.stderr.write(`${failureRows(`${displayName(outcome.session)}: ${outcome.failure.message}`, io)}\n`);
    }
    outcomes.push(...some);
  }
  return outcomes;
}

function documentOf(outcome: Outcome): Record<string, unknown> {
  const { id, name } = outcome.session;
  if ("done" in outcome) return { session: id, name, ...outcome.done.facts };
  const { code, message, fix } = outcome.failure;
  return { session: id, name, error: { code, message, hint: fix === undefined ? null : fillIn(fix, { ref: id }) } };
}
