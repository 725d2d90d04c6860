// What the driver remembers of one `codex exec`: small, plain JSON, committed with the facts.
import * as z from "zod";
import type { LaunchContext, Step as LineStep } from "../../driver.ts";

export const execState = z.object({
  run: z.string(),
  cwd: z.string(),
  /** The conversation to resume or to fork. */
  resumes: z.string().nullable(),
  phase: z.enum(["starting", "running", "over"]),
  /** The conversation's earlier usage: the agent reports its total. */
  spent: z.object({ input: z.number(), output: z.number() }),
  /** Calls that have started. */
  calls: z.array(z.string()),
});
export type ExecState = z.infer<typeof execState>;

export type Step = LineStep<ExecState>;

export const MAX_CALLS = 64;

export function freshState({ run, cwd, nativeId, fork, spent }: LaunchContext): ExecState {
  const before = nativeId === null && fork ? fork.spent : spent;
  return {
    run,
    cwd,
    resumes: nativeId ?? fork?.nativeId ?? null,
    phase: "starting",
    spent: { input: before.inputTokens, output: before.outputTokens },
    calls: [],
  };
}
