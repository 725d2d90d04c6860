// Why a turn or a process failed, as a code and one sentence, from the end of the turn or the last output of the process.
import type { Ending, Fact } from "../../driver.ts";
import {
  failedStart,
  failedTurn,
  lostConversation,
  newSessionHint,
  notLoggedIn,
  quotaReached,
} from "../../kit/failure.ts";
import { inOneLine } from "../../kit/in-one-line.ts";
import { innerMessage } from "../../kit/inner-message.ts";
import type { Program } from "../../kit/program.ts";
import { isQuota, quotaIn } from "../../kit/quota.ts";
import { bind } from "./bind.ts";
import type { GeminiState } from "./state.ts";

const MAX_MESSAGE = 1000;

/** The facts of a failed turn. */
export function failTurn({ login }: Program, said: string): Fact[] {
  const message = sentenceIn(said);
  if (isQuota(message)) return quotaReached(quotaIn(message));
  const isRefusedKey = /\b(401|403)\b|API key/i.test(said);
  return failedTurn({ code: "turn_failed", message, ...(isRefusedKey ? { hint: login } : {}) });
}

/** `[API Error: {"error":{"message":"…"}}]`, followed by advice about the program's own user interface. */
function sentenceIn(said: string): string {
  const [, api] = /^\[API Error: (.*)\]$/s.exec(said.split("\n").find((line) => line.trim() !== "") ?? "") ?? [];
  return inOneLine(innerMessage(api ?? said)) || "The agent stopped without giving a reason.";
}

/** Before its first line the agent reports everything on stderr: a refused login, a conversation that is gone. */
export function endedWith(program: Program, state: GeminiState, { code, stderr, isStopped }: Ending): Fact[] {
  // If it is stopped before its first text, it keeps the prompt.
  if (isStopped) return state.phase === "ready" ? bind(state).facts : [];
  if (state.phase !== "starting" || code === null || code === 0) return [];
  if (state.isResuming && /Error resuming session/.test(stderr)) {
    const message = `${program.title} no longer has the conversation ${state.nativeId}.`;
    return lostConversation(message, newSessionHint(program));
  }
  const words = lastWords(stderr);
  return code === NOT_LOGGED_IN ? notLoggedIn(program, words) : failedStart(program, words, code);
}

const NOT_LOGGED_IN = 41;

/** Without the lines that it prints at every start. */
const lastWords = (stderr: string): string =>
  stderr
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^(Warning: |YOLO mode is|Ripgrep is not|at )/.test(line))
    .join(" ")
    .slice(0, MAX_MESSAGE);
