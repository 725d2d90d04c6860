// Why a turn or a process failed, as a code and one sentence, from the end of the turn or the last output of the process.
import type { Ending, Fact } from "../../driver.ts";
import {
  failedStart,
  failedTurn,
  lostConversation,
  NEW_SESSION,
  notLoggedIn,
  quotaReached,
} from "../../kit/failure.ts";
import { inOneLine } from "../../kit/in-one-line.ts";
import type { Program } from "../../kit/program.ts";
import { isQuota, quotaIn } from "../../kit/quota.ts";
import type { CopilotState } from "./state.ts";

/** How the turn ended, if the agent has reported it. */
export function endOf({ login }: Program, { failure, hasFailed, isAborted }: CopilotState): Fact[] {
  if (isAborted) return [{ type: "turn_end", reason: "interrupted" }];
  if (!hasFailed) return [{ type: "turn_end", reason: "completed" }];
  const message = inOneLine(failure?.message ?? "") || "The agent stopped without giving a reason.";
  if (isQuota(message) || failure?.kind === "quota") return quotaReached(quotaIn(message));
  const isRefusedKey = failure?.kind === "authentication";
  return failedTurn({ code: "turn_failed", message, ...(isRefusedKey ? { hint: login } : {}) });
}

/** Before its first line the agent reports everything on stderr: a refused login, a conversation that is gone. */
export function endedWith(program: Program, state: CopilotState, { code, stderr, isStopped }: Ending): Fact[] {
  // It finished its work, and ended before its usage could be read.
  if (state.phase === "done") return endOf(program, state);
  if (isStopped || state.phase !== "starting" || code === null || code === 0) return [];
  if (state.isResuming && /No session, task, or name matched/.test(stderr)) {
    return lostConversation(`${program.title} no longer has the conversation ${state.nativeId}.`, NEW_SESSION);
  }
  const words = inOneLine(stderr.split("\n\n")[0]?.replace(/^Error: /, "") ?? "");
  const isLogin = /No authentication information found|not logged in/i.test(stderr);
  return isLogin ? notLoggedIn(program, words) : failedStart(program, words, code);
}
