// What the daemon should do next for a session. Level-triggered: recomputed from state, so that after a crash it simply continues.
import type { OpenPermission } from "./permission/state.ts";
import type { QueuedPrompt } from "./prompt/state.ts";
import type { SessionState } from "./state.ts";

export type Step =
  | { type: "stop_run"; run: string }
  | { type: "apply_answer"; permission: OpenPermission & { state: "answered" } }
  | { type: "interrupt"; turn: string }
  | { type: "start_run"; prompt: QueuedPrompt }
  | { type: "configure"; run: string; mode: string | null; model: string | null }
  | { type: "deliver"; prompt: QueuedPrompt; turn: string };

export function nextStep(state: SessionState): Step | null {
  const { lifecycle, prompt, turn, permission, binding, setting } = state;
  const { run } = binding;
  if (run?.phase === "stopping") return { type: "stop_run", run: run.run };
  if (lifecycle.phase !== "open") return null;
  const answered = permission.open.find((one) => one.state === "answered");
  if (run && answered) return { type: "apply_answer", permission: answered };
  if (turn.open && run && turn.open.interrupt === "requested") return { type: "interrupt", turn: turn.open.turn };
  const next = prompt.queue[0];
  // A turn that the agent began by itself does not keep people waiting.
  const isFree = !turn.open || turn.open.promptId === null;
  if (!isFree || !next || prompt.paused || binding.halted) return null;
  if (!run) return { type: "start_run", prompt: next };
  if (run.phase !== "ready") return null;
  if (setting.seq > run.settingSeq)
    return { type: "configure", run: run.run, mode: setting.mode, model: setting.model };
  return { type: "deliver", prompt: next, turn: `t${turn.count + 1}` };
}
