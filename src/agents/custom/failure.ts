// What a failed tool process means. These tools are unknown, so their own last output is the message.
import type { Fact } from "../driver.ts";
import { NEW_SESSION } from "../kit/failure.ts";
import { isQuota, quotaIn } from "../kit/quota.ts";
import type { RunnerLine } from "./protocol.ts";
import type { ToolState } from "./state.ts";

type End = Extract<RunnerLine, { type: "end" }>;

const MAX_WORDS = 1000;

/** A line about a conversation, and one that says that something is missing, as six well-known agents word it. */
const ofConversation = /\b(session|conversation|thread|chat|history)\b/i;
const isMissing = /\b(no|not|never|invalid|unknown|missing|expired|nonexistent|does(n't| not) exist)\b/i;

/** The facts before the turn's end. `name` is the tool's. */
export function failureOf(
  name: string,
  state: ToolState,
  end: End,
): { facts: Fact[]; error: string; isQuota: boolean } {
  const words = lastWords(end.stderr);
  const message = state.failure ?? `${name} ${howEnded(end)}${words ? `: ${words}` : ""}`;
  if (isQuota(message))
    return { facts: [{ type: "quota_reached", data: quotaIn(message) }], error: message, isQuota: true };
  const lost = lostConversation(name, state, end);
  if (lost) return { facts: [lost], error: lost.message, isQuota: false };
  const hint = `check whether it works without Skein; if it does, correct tools.${name} in config.toml`;
  const code = state.phase === "starting" ? "start_failed" : "agent_error";
  return { facts: [{ type: "error", data: { code, message, hint } }], error: message, isQuota: false };
}

/** Only a tool that ended without any answer can have failed to resume. */
function lostConversation(name: string, state: ToolState, end: End): Extract<Fact, { type: "resume_failed" }> | null {
  const { nativeId, isResuming, hasSpoken } = state;
  if (!isResuming || nativeId === null || hasSpoken) return null;
  const line = end.stderr
    .split("\n")
    .find((one) => isMissing.test(one) && (ofConversation.test(one) || one.includes(nativeId)));
  if (line === undefined) return null;
  const message = `${name} can't resume its conversation ${nativeId}: ${line.trim().slice(0, MAX_WORDS)}`;
  return { type: "resume_failed", message, hint: NEW_SESSION };
}

const howEnded = ({ code, signal }: End): string =>
  signal === null ? `ended with exit code ${code ?? "unknown"}` : `was ended by ${signal}`;

/** The last lines, within the length of one sentence. */
const lastWords = (stderr: string): string => stderr.trim().split("\n").slice(-3).join(" ").trim().slice(-MAX_WORDS);
