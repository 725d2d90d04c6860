// Asks a program one question, such as its version: with a time limit, without input, and ending everything that it started.
import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { RUN_VARIABLE } from "../../system/index.ts";
import { killTree, ProgramFailed, runProgram } from "../../system/processes.ts";

export interface Question {
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly limitMs: number;
}

/**
 * `trouble` is one sentence for people. Of the program's output it contains at most the last line of stderr, without values of environment
 * variables, which could be keys.
 */
export type Printed = { readonly stdout: string } | { readonly trouble: string };

/** A list of models may have 745 KB. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

export async function askProgram({ path, args, env, limitMs }: Question): Promise<Printed> {
  const marker = randomUUID();
  const words = [basename(path), ...args].join(" ");
  try {
    return await answerOf({ path, args, env: { ...env, [RUN_VARIABLE]: marker }, limitMs }, words);
  } finally {
    await killTree({ marker });
  }
}

async function answerOf({ path, args, env, limitMs }: Question, words: string): Promise<Printed> {
  try {
    // Not in a project directory, whose files could change what the program does. In its own process group, so that Ctrl+C does not reach it.
    const options = {
      cwd: "/",
      env,
      detached: true,
      timeoutMs: limitMs,
      maxBytes: MAX_ANSWER_BYTES,
      lastWordsMs: DRAIN_MS,
    };
    return { stdout: await runProgram(path, args, options) };
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    return { trouble: troubleOf(error, { words, env, limitMs }) };
  }
}

interface Asked extends Pick<Question, "env" | "limitMs"> {
  readonly words: string;
}

function troubleOf(failed: ProgramFailed, { words, env, limitMs }: Asked): string {
  switch (failed.reason) {
    case "timeout":
      return `\`${words}\` did not answer within ${limitMs / 1000} s and was stopped`;
    case "too_long":
      return `\`${words}\` printed without end and was stopped`;
    case "not_started":
      return `\`${words}\` can't be started: ${failed.message}`;
    case "ended": {
      const { code, signal, stderr, isStderrCut } = failed;
      // An incomplete line could contain a part of a key.
      const isWhole = !isStderrCut || stderr.includes("\n");
      const why = (isWhole && lastLineOf(stderr, env)) || "run it yourself to see why";
      return `\`${words}\` failed (${signal ?? `exit code ${code}`}): ${why}`;
    }
    default:
      return failed.reason satisfies never;
  }
}

/** Its last output may still be in the pipe, but a child may hold the pipe open. */
const DRAIN_MS = 200;
const MAX_LINE_LENGTH = 200;
/** A shorter value is not a secret, and would occur in any text. */
const SHORTEST_VALUE = 4;

/**
 * The last line with content, on one row; values of variables are replaced by their names, before the line is cut, because a part of a key is
 * secret, too.
 */
export function lastLineOf(stderr: string, env: Readonly<Record<string, string>>): string {
  const line = linesOf(stderr).at(-1) ?? "";
  const values = Object.entries(env)
    .flatMap(([name, value]) => linesOf(value).map((part) => ({ name, part })))
    .filter(({ part }) => part.length >= SHORTEST_VALUE)
    .sort((a, b) => b.part.length - a.part.length);
  const masked = values.reduce((text, { name, part }) => text.replaceAll(part, () => `$${name}`), line);
  return masked.length > MAX_LINE_LENGTH ? `${masked.slice(0, MAX_LINE_LENGTH)}…` : masked;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it takes out
const escapes = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?)/g;

/** Lines with content, without control characters. */
const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map((line) =>
      line
        .replaceAll(escapes, "")
        .replaceAll(/[\p{C}\s]+/gu, " ")
        .trim(),
    )
    .filter((line) => line !== "");
