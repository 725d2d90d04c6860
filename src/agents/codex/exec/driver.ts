// The driver of `codex exec --json`: one process per prompt, which is its stdin. It can't ask, and reports each item when it is finished.
import type { Driver, Ending, Fact, LaunchContext } from "../../driver.ts";
import { lostConversation } from "../../kit/failure.ts";
import { withMention } from "../../kit/file-mention.ts";
import { defineOneshot } from "../../kit/oneshot.ts";
import { identityOf } from "../../kit/program.ts";
import { unreadableLine } from "../../kit/unreadable-line.ts";
import { endOfFailed, isPassing, resumeFailure } from "../failure.ts";
import { silentEffects, silentSandboxOf } from "../modes.ts";
import { programWith } from "../program.ts";
import { handleItem } from "./item.ts";
import { type ExecLine, itemIn, parseLine } from "./protocol.ts";
import { type ExecState, execState, freshState, type Step } from "./state.ts";
import { trustFlags } from "./trust.ts";

export const createExecDriver = (): Driver =>
  defineOneshot(execState, {
    ...identityOf(programWith(["CODEX_API_KEY"])),
    fork: "whole",
    modes: silentEffects,
    launch: (context) => ({ argv: argvOf(context), env: {} }),
    begin: freshState,
    read: readLine,
    stdin: withMention,
    ended: endedWith,
  });

/** Otherwise it refuses to work outside of a repository. */
const always = ["--json", "--skip-git-repo-check"];

function argvOf(context: LaunchContext): string[] {
  const { executable, nativeId, fork, mode, model } = context;
  const canWrite = ["workspace-write", "danger-full-access"].includes(silentSandboxOf(mode) ?? "");
  const options = [
    ...always,
    ...modeFlags(mode),
    ...(canWrite ? trustFlags(context) : []),
    ...(model === null ? [] : ["--model", model]),
  ];
  if (nativeId !== null) return [executable, "exec", "resume", ...options, "--", nativeId, "-"];
  if (fork !== null) return [executable, "exec", "fork", ...options, "--", fork.nativeId, "-"];
  return [executable, "exec", ...options, "-"];
}

/** Without a requested mode, the user's own setting applies. */
function modeFlags(mode: string | null): string[] {
  const sandbox = silentSandboxOf(mode);
  if (sandbox === null) return [];
  if (sandbox === "danger-full-access") return ["--dangerously-bypass-approvals-and-sandbox"];
  return ["--config", `sandbox_mode="${sandbox}"`, "--config", 'approval_policy="never"'];
}

function readLine(state: ExecState, text: string): Step {
  const line = parseLine(text);
  return line ? handleLine(state, line, text) : { state, facts: [unreadableLine(text)] };
}

function handleLine(state: ExecState, line: ExecLine, text: string): Step {
  switch (line.type) {
    case "thread.started":
      if (state.phase !== "starting") return { state, facts: [] };
      return {
        state: { ...state, phase: "running" },
        facts: [{ type: "bound", nativeId: line.thread_id, provenance: "reported" }],
      };
    case "turn.started":
      return { state, facts: [] };
    case "item.started":
    case "item.updated":
    case "item.completed": {
      const item = itemIn(line.item);
      return item ? handleItem(state, item, line.type === "item.completed") : { state, facts: [unreadableLine(text)] };
    }
    case "turn.completed":
      return over(state, [...usageOf(state, line.usage), { type: "turn_end", reason: "completed" }]);
    case "turn.failed":
      return over(state, endOfFailed({ message: line.error.message, info: null, status: null, resetsAt: null }, null));
    case "error":
      return { state, facts: retryIn(line.message) };
    default:
      return line satisfies never;
  }
}

const over = (state: ExecState, facts: Fact[]): Step =>
  state.phase === "over" ? { state, facts: [] } : { state: { ...state, phase: "over" }, facts };

/** The reported usage is the total of the conversation, including its source's (0.166.0). */
function usageOf({ spent }: ExecState, total: { input_tokens: number; output_tokens: number }): Fact[] {
  const inputTokens = Math.max(0, total.input_tokens - spent.input);
  const outputTokens = Math.max(0, total.output_tokens - spent.output);
  return inputTokens + outputTokens === 0 ? [] : [{ type: "usage", inputTokens, outputTokens }];
}

/** The end of the turn repeats other errors. */
function retryIn(message: string): Fact[] {
  const why = /^Reconnecting\.\.\. (\d+\/\d+)(?: \((.*)\))?$/s.exec(message);
  if (!why) return [];
  const text = `The model did not answer (${why[2] ?? "the connection was lost"}); retrying, ${why[1]}.`;
  return [{ type: "notice", data: { kind: "retry", text: text.slice(0, 500) } }];
}

/** Interprets the stderr of a process that never started to work. */
function endedWith({ phase, resumes }: ExecState, { code, stderr, isStopped }: Ending): Fact[] {
  if (isStopped || phase !== "starting" || code === 0) return [];
  const refusal = /^Error: .*thread\/(?:resume|fork) failed: (.*)$/m.exec(stderr)?.[1];
  if (resumes !== null && refusal !== undefined) {
    const { message, hint } = resumeFailure(resumes, refusal);
    return lostConversation(message, hint);
  }
  const words = /^Error\b.*$/m.exec(stderr)?.[0].slice(0, 300);
  if (words === undefined) return [];
  const message = `Codex could not start: ${words}`;
  const hint = "fix what the message names, or update Codex: npm install -g @openai/codex";
  const data = isPassing(stderr)
    ? { code: "agent_error", message, hint: "send the prompt again" }
    : { code: "start_failed", message, hint };
  return [{ type: "error", data }];
}
