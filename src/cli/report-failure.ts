// Prints a failure to stderr: what, why, fix; one JSON document with `--json`.
import { explain } from "./explain.ts";
import type { Failure } from "./failure.ts";
import type { Io } from "./io.ts";
import { withSessionIds } from "./render/session-id.ts";
import { agentRows, inFailure } from "./text/agent-text.ts";
import { jsonLine } from "./text/json-line.ts";
import { safeText } from "./text/safe-text.ts";
import { styleFor, wantsColor } from "./text/style.ts";

interface ReportOptions {
  readonly json: boolean;
  readonly verbose: boolean;
  readonly noColor: boolean;
}

/** Returns the exit code. */
export function reportFailure(error: unknown, io: Io, { json, verbose, noColor }: ReportOptions): number {
  const failure = explain(error);
  const text = json ? jsonLine(asJson(failure), io.stderr) : asLines(failure, io, noColor);
  io.stderr.write(`${text}\n`);
  if (verbose) io.stderr.write(`${safeText(stackOf(error))}\n`);
  return failure.exitCode;
}

function asJson({ code, message, why, fix, facts }: Failure): string {
  const error = { code, message, ...(why ? { why } : {}), hint: fix ?? null, ...facts };
  return JSON.stringify({ error: withSessionIds(error) });
}

/** Any of it may contain typed text or other people's names. */
function asLines({ code, message, why, fix, lines }: Failure, io: Io, noColor: boolean): string {
  const style = styleFor(io.env, !noColor && wantsColor(io.env, io.stderr), io.stderr);
  const rows = (text: string, words: string): string => agentRows(text, style, words, inFailure);
  // A no is no error.
  if (code === "not_confirmed") return rows(safeText(message), "");
  return [
    `${style.red("error:")} ${rows(asClause(safeText(message)), "error: ")}`,
    ...lines.map((line) => `  ${rows(safeText(line), "  ")}`),
    ...(why ? [`${style.dim("why:")} ${rows(safeText(why), "why: ")}`] : []),
    ...(fix ? [`${style.dim("fix:")} ${rows(safeText(fix), "fix: ")}`] : []),
  ].join("\n");
}

/** Words that begin a sentence and are not names. */
const OPENER = /^(?:A|Ambiguous|Another|It|Its|Line|No|Only|Prompt|Session|The|There|This|Turn|What|Why) /;

/** The daemon sends sentences; after "error:" they are printed without capital and full stop. Programs get them unchanged. */
function asClause(message: string): string {
  const begun = OPENER.test(message) ? `${message.charAt(0).toLowerCase()}${message.slice(1)}` : message;
  const isOneSentence = !/[.!?] /.test(message);
  return isOneSentence ? begun.replace(/(?<!\.)\.$/, "") : begun;
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
