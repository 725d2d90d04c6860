// One word for what a session is doing, with the reason and the event that proves it. Derived, never set by hand.
import { endedText } from "./lifecycle/ended-text.ts";
import { nextDueTime, nextPrompt, timeOf } from "./prompt/queue.ts";
import type { SessionState } from "./state.ts";
import { countTasks, tasksStillWork } from "./task/state.ts";
import type { TurnEndReason } from "./turn/events.ts";

export type StatusWord = "starting" | "running" | "waiting" | "idle" | "stopped" | "error" | "archived";

export interface Status {
  word: StatusWord;
  reason: { code: string; text: string; seq: number };
}

const status = (word: StatusWord, code: string, text: string, seq: number): Status => ({
  word,
  reason: { code, text, seq },
});

export function statusOf(state: SessionState, now = timeOf(state)): Status {
  const { lifecycle, prompt, turn, permission, binding } = state;
  if (lifecycle.trashed)
    return status("stopped", "trashed", `in the trash until ${lifecycle.trashed.until}`, lifecycle.trashed.seq);
  if (lifecycle.archived) return status("archived", "archived", "archived", lifecycle.archived.seq);
  if (lifecycle.ended) return status("stopped", "exited", endedText(lifecycle.ended.reason), lifecycle.ended.seq);

  const asked = permission.open.find((one) => one.state === "asked");
  if (asked) {
    const what = asked.form ? "question" : "permission";
    return status("waiting", "permission", `${what}: ${asked.title}`, asked.seq);
  }

  if (turn.open) return status("running", "running", `turn ${turn.open.turn} is running`, turn.open.seq);

  const { quota, waiting } = state.limit;
  if (quota?.holds) {
    const text = quota.until === null ? quota.text : `quota until ${quota.until}`;
    return status("waiting", "quota", text, quota.seq);
  }
  const [queued] = prompt.queue;
  const next = nextPrompt(state, now);
  if (next && waiting?.promptId === next.promptId) return status("starting", "queued", waiting.text, waiting.seq);
  if (next && !binding.halted) {
    return status("starting", "starting", "the agent is starting", binding.run?.seq ?? next.seq);
  }
  if (lifecycle.failure)
    return status("error", lifecycle.failure.code, lifecycle.failure.message, lifecycle.failure.seq);

  const { last } = turn;
  const tasks = countTasks(state.task);
  // People should see a failed turn even while background tasks run.
  const isWell = last === null || last.reason === "completed" || last.reason === "interrupted";
  if (tasks > 0 && (isWell || lifecycle.acknowledgedSeq >= last.seq)) {
    const seq = state.task.running[0]?.seq ?? state.head;
    return status("idle", "background", `idle, ${tasksStillWork(tasks)}`, seq);
  }
  const endSeq = Math.max(last?.seq ?? 0, state.task.rest?.seq ?? 0);
  if (last && last.reason !== "interrupted" && lifecycle.acknowledgedSeq < endSeq) {
    return status("waiting", "finished", `finished (${turnEndWord(last.reason)}), not read yet`, endSeq);
  }
  if (queued && prompt.paused) return status("idle", "paused", `${prompt.queue.length} queued, held back`, queued.seq);
  const due = queued ? nextDueTime(state, now) : null;
  if (due) return status("idle", "scheduled", `${prompt.queue.length} queued, the next at ${due}`, queued?.seq ?? 0);
  if (queued) return status("idle", "held", `${prompt.queue.length} queued, held back`, queued.seq);
  if (binding.lastExit && !binding.run && !["stopped", "rested"].includes(binding.lastExit.outcome)) {
    return status("stopped", "exited", binding.lastExit.text, binding.lastExit.seq);
  }
  return last
    ? status("idle", "idle", `last turn ${turnEndWord(last.reason)}`, last.seq)
    : status("idle", "idle", "nothing asked yet", state.head);
}

const turnEndWords: Readonly<Record<TurnEndReason, string>> = {
  completed: "completed",
  interrupted: "stopped",
  failed: "failed",
  refused: "refused",
  limit: "stopped at a limit",
};

/** How a turn ended, for people. */
const turnEndWord = (reason: TurnEndReason): string => turnEndWords[reason];
