// What would end or wait if a session's agent is ended, shown to people before they agree.
import type { QueuedPrompt, SessionState } from "../../core/index.ts";

export interface EndingEffects {
  /** One sentence each for the turn, the background tasks and the queue. */
  readonly lines: readonly string[];
  /** The beginnings of the queued prompts. */
  readonly prompts: readonly string[];
}

const FIRST = 80;

const beginning = ({ text }: QueuedPrompt): string => {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > FIRST ? `${line.slice(0, FIRST)}…` : line;
};

export function effectsOfEnding(
  { turn, task, prompt }: Pick<SessionState, "turn" | "task" | "prompt">,
  how: "restart" | "end",
): EndingEffects {
  const tasks = task.running.map(({ title }) => title);
  const count = tasks.length + task.beyond;
  const names = tasks.length > 0 ? `: ${tasks.join(", ")}` : "";
  const queued = prompt.queue.length;
  const promptsWord = queued === 1 ? "1 queued prompt" : `${queued} queued prompts`;
  const kept = how === "restart" ? "goes to the new process" : "is kept, held until you release it";
  const keptAll = how === "restart" ? "go to the new process" : "are kept, held until you release them";
  return {
    lines: [
      ...(turn.open ? ["A turn is running: it ends."] : []),
      ...(count > 0 ? [`${count === 1 ? "1 background task ends" : `${count} background tasks end`}${names}.`] : []),
      ...(queued > 0 ? [`${promptsWord} ${queued === 1 ? kept : keptAll}:`] : []),
    ],
    prompts: prompt.queue.map(beginning),
  };
}
