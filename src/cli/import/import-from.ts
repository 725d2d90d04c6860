// `skein import --from mitto`: the sessions of another program. The list is shown first, and it asks; each session is reported.
import { resolve } from "node:path";
import { type Client, ProblemError } from "../../client/index.ts";
import { type Counts, type ForeignSystem, foreignSystems, type Skipped } from "../../foreign/index.ts";
import { isCode } from "../../system/index.ts";
import type { Context } from "../command.ts";
import { confirm } from "../dialogue/confirm.ts";
import { exitCodes } from "../exit-codes.ts";
import { explain } from "../explain.ts";
import { Failure, usageFailure } from "../failure.ts";
import { shortId } from "../render/session-name.ts";
import { failureRows } from "../text/failure-rows.ts";
import { grouped, pluralize } from "../text/numbers.ts";
import { safeLine } from "../text/safe-text.ts";
import { type Cell, renderTable } from "../text/table.ts";
import { tildePath } from "../text/tilde-path.ts";
import { type Planned, planFor } from "./plan.ts";
import { type TakenSession, takeSession } from "./take.ts";

type Take = Extract<Planned, { kind: "take" }>;
type Outcome = { planned: Take } & ({ taken: TakenSession } | { failure: Failure });

/** Where no terminal tells. */
const COLUMNS_ELSEWHERE = 160;

export interface From {
  system: string;
  directory: string | undefined;
  isDry: boolean;
}

export async function importFrom(context: Context, { system: name, directory, isDry }: From): Promise<number> {
  const { io, cwd, flags, say, printJson } = context;
  const system = foreignSystems.find((one) => one.name === name);
  if (!system)
    throw usageFailure(`--from can't be "${name}"`, `one of: ${foreignSystems.map((one) => one.name).join(", ")}`);
  const path = directory === undefined ? system.defaultDirectory(io.env) : resolve(cwd, directory);
  const client = await context.client({ confirms: true });
  await client.introduce([{ route: "importSession" }]);
  const { plan, skipped } = await planAll(client, system, { path, now: io.now() });
  const wanted = plan.filter((one) => one.kind === "take");
  const left = plan.filter((one) => one.kind === "left" || one.kind === "unreadable");
  const same = plan.filter((one) => one.kind === "nothing new").length;

  if (wanted.length > 0) for (const line of await tableOf(context, wanted)) say(line);
  for (const one of wanted) for (const line of skippedLines(one)) say(line);
  for (const one of left) say(`left out: ${titleOf(one)}: ${safeLine(one.why)}`);
  for (const { place, why } of skipped) say(`left out: ${safeLine(place)}: ${why}`);
  if (same > 0) say(`${pluralize(same, "session")} imported before, with nothing new`);
  const document = { v: 1, from: system.name, directory: path, dryRun: isDry };
  const rest = plan.filter((one) => one.kind !== "take").map(restFacts);
  if (isDry || wanted.length === 0) {
    if (flags.json) printJson({ ...document, sessions: [...wanted.map(planFacts), ...rest], skipped });
    if (wanted.length === 0)
      say(plan.length === 0 ? `No session in ${safeLine(path)}.` : "There is nothing to import.");
    else
      say(
        `${pluralize(wanted.length, "session")} with ${pluralize(total(wanted, "prompts"), "prompt")}; nothing was imported`,
      );
    return exitCodes.ok.code;
  }
  await confirm(context, wanted.length === 1 ? "import it?" : `import these ${grouped(wanted.length)}?`);
  const outcomes: Outcome[] = [];
  for (const planned of wanted) {
    const outcome = await takeOne(client, planned);
    outcomes.push(outcome);
    if ("taken" in outcome) say(reportOf(outcome));
    else io.stderr.write(`${failureRows(`${titleOf(planned)}: ${outcome.failure.message}`, io)}\n`);
  }
  if (flags.json) printJson({ ...document, sessions: [...outcomes.map(outcomeFacts), ...rest], skipped });
  const done = outcomes.filter((one) => "taken" in one);
  say(totalOf(done));
  if (done.length === outcomes.length) return exitCodes.ok.code;
  throw new Failure(`${outcomes.length - done.length} of ${outcomes.length} failed`, {
    exit: "failed",
    code: "some_failed",
    fix: "see above for each; the others are done",
  });
}

async function planAll(
  client: Client,
  system: ForeignSystem,
  { path, now }: { path: string; now: number },
): Promise<{ plan: Planned[]; skipped: Skipped[] }> {
  const { sessions, skipped } = await system.open(path, now).catch((error) => {
    throw unopened(system, path, error);
  });
  const plan: Planned[] = [];
  for (const session of sessions) plan.push(await planFor(client, system, session));
  return { plan, skipped };
}

function unopened(system: ForeignSystem, path: string, error: unknown): unknown {
  const isMissing = isCode(error, "ENOENT") || isCode(error, "ENOTDIR");
  if (!isMissing && !isCode(error, "EACCES")) return error;
  const what = isMissing ? `no sessions of ${system.title}` : "no permission to read";
  return new Failure(`${what}: ${safeLine(path)}`, {
    exit: "notFound",
    code: "path_not_found",
    fix: `name its directory: skein import --from ${system.name} <directory>`,
    cause: error,
  });
}

async function takeOne(client: Client, planned: Take): Promise<Outcome> {
  try {
    return { planned, taken: await takeSession(client, planned) };
  } catch (error) {
    // None of the others would be taken either.
    if (error instanceof ProblemError && (error.code === "self_approval" || error.code === "confirmation_required"))
      throw error;
    return { planned, failure: error instanceof Failure ? error : explain(error) };
  }
}

function tableOf({ style, io }: Context, wanted: readonly Take[]): Promise<string[]> {
  const header = ["ID", "TITLE", "WHERE", "PROMPTS", "RECORDS", ""].map((text) => ({ text, paint: style.dim }));
  const rows = wanted.map(({ foreignId, title, survey, here }): Cell[] => [
    { text: safeLine(foreignId), paint: style.dim },
    { text: title === null ? "-" : safeLine(title), cut: "end" },
    { text: survey.directory === null ? "-" : tildePath(survey.directory, io.env.HOME), cut: "start" },
    { text: grouped(survey.counts.prompts) },
    { text: grouped(survey.counts.records) },
    { text: [here ? "more" : "new", ...(survey.isArchived ? ["archived"] : [])].join(", ") },
  ]);
  const { columns = COLUMNS_ELSEWHERE, glyphs } = style;
  return renderTable([header, ...rows], { columns, ellipsis: glyphs.ellipsis });
}

function skippedLines({ survey, foreignId }: Take): string[] {
  const { skipped, skippedCount } = survey;
  const more = skippedCount - skipped.length;
  return [
    ...skipped.map(({ place, why }) => `left out of ${safeLine(foreignId)}: ${safeLine(place)}: ${safeLine(why)}`),
    ...(more > 0 ? [`left out of ${safeLine(foreignId)}: ${grouped(more)} more`] : []),
  ];
}

const titleOf = ({ title, foreignId }: Planned): string => safeLine(title ?? foreignId);

function reportOf({ planned, taken }: Extract<Outcome, { taken: TakenSession }>): string {
  const { waiting } = planned.survey.counts;
  const { skippedCount } = planned.survey;
  const parts = [
    countsText(taken.counts),
    ...(waiting > 0 ? [`${pluralize(waiting, "queued prompt")} not sent`] : []),
    ...(skippedCount > 0 ? [`${grouped(skippedCount)} left out`] : []),
    ...(taken.session.shelf === "archived" ? ["archived, as it was there"] : []),
  ];
  const what = `${pluralize(taken.events, planned.here ? "more event" : "event")}`;
  const { id, name } = taken.session;
  return `imported ${name === null ? titleOf(planned) : safeLine(name)} (${shortId(id)}): ${what}; ${parts.join("; ")}`;
}

const countsText = ({ prompts, answers, toolCalls, questions }: TakenSession["counts"]): string =>
  [
    pluralize(prompts, "prompt"),
    pluralize(answers, "answer"),
    pluralize(toolCalls, "tool call"),
    pluralize(questions, "question"),
  ].join(", ");

function totalOf(done: readonly Extract<Outcome, { taken: TakenSession }>[]): string {
  const sum = (of: (taken: TakenSession) => number): number => done.reduce((all, { taken }) => all + of(taken), 0);
  const counts = {
    prompts: sum(({ counts }) => counts.prompts),
    answers: sum(({ counts }) => counts.answers),
    toolCalls: sum(({ counts }) => counts.toolCalls),
    questions: sum(({ counts }) => counts.questions),
  };
  const events = pluralize(
    sum((taken) => taken.events),
    "event",
  );
  return `${pluralize(done.length, "session")} imported and read back: ${events}; ${countsText(counts)}`;
}

const total = (wanted: readonly Take[], what: keyof Counts): number =>
  wanted.reduce((sum, { survey }) => sum + survey.counts[what], 0);

const namesFacts = ({ id, foreignId, title }: Planned) => ({ session: id, external: foreignId, title });

const planFacts = (planned: Take) => ({
  ...namesFacts(planned),
  state: planned.here ? "more" : "new",
  directory: planned.survey.directory,
  archived: planned.survey.isArchived,
  there: planned.survey.counts,
  skipped: planned.survey.skipped,
  skippedCount: planned.survey.skippedCount,
});

const restFacts = (planned: Exclude<Planned, Take>) => ({
  ...namesFacts(planned),
  state: planned.kind === "nothing new" ? "same" : "left",
  ...("why" in planned ? { why: planned.why } : {}),
});

function outcomeFacts(outcome: Outcome) {
  const planned = planFacts(outcome.planned);
  if ("failure" in outcome) {
    const { code, message, fix = null } = outcome.failure;
    return { ...planned, state: "failed", error: { code, message, hint: fix } };
  }
  const { events, counts } = outcome.taken;
  return { ...planned, imported: { events, ...counts } };
}
