// Folds the outcome of one prompt from the log: its turn, and how it ended. What the prompt waits for before that is read from the state (`standing`).
import { isHalting } from "../binding/crash-loop.ts";
import { type Event, type KnownEvent, understand } from "../event.ts";
import { isRefusedSetting } from "../setting/refused.ts";
import { isStopError } from "../turn/stop-error.ts";
import type { Complaint, EndedTurn, Halted, Withdrawn } from "./result.ts";

/** The error code that drivers use. */
export const LOGIN_NEEDED = "not_logged_in";

export interface PromptWatch {
  readonly promptId: string;
  readonly turn: string | null;
  readonly message: { readonly id: string; readonly text: string } | null;
  /** The limit that its turn reached, or another reason why Skein stopped it. */
  readonly limit: Complaint | null;
  /** Its turn failed because nobody is logged in. */
  readonly login: Complaint | null;
  /** Final once it is set. */
  readonly end: EndedTurn | Withdrawn | Halted | null;
}

export const watchPrompt = (promptId: string): PromptWatch => ({
  promptId,
  turn: null,
  message: null,
  limit: null,
  login: null,
  end: null,
});

export function watchEvent(watch: PromptWatch, event: Event): PromptWatch {
  const known = watch.end ? null : understand(event);
  return known ? watchTurn(watch, known) : watch;
}

function watchTurn(watch: PromptWatch, known: KnownEvent): PromptWatch {
  const { promptId, turn, message, limit } = watch;
  const { seq } = known;
  switch (known.type) {
    case "user_prompt":
      return turn === null && known.data.promptId === promptId ? { ...watch, turn: known.data.turn } : watch;
    case "agent_message": {
      if (turn === null) return watch;
      const { messageId: id, text } = known.data;
      return { ...watch, message: { id, text: message?.id === id ? message.text + text : text } };
    }
    case "turn_end": {
      if (known.data.turn !== turn) return watch;
      const { reason, error = null, durationMs = null } = known.data;
      const end = { kind: "ended" as const, turn, reason, error, durationMs, message: message?.text ?? null, seq };
      if (reason === "failed" && watch.login) return { ...watch, end: { ...end, login: watch.login } };
      return { ...watch, end: reason === "interrupted" && limit ? { ...end, limit } : end };
    }
    case "prompt_withdrawn":
      if (known.data.promptId !== promptId) return watch;
      return { ...watch, end: { kind: "withdrawn", reason: known.data.reason, seq } };
    case "error": {
      const { code, message: text, hint = null } = known.data;
      const said = { message: text, hint };
      if (turn !== null && code === LOGIN_NEEDED) return { ...watch, login: said };
      const isStopped = known.by.kind === "policy" || isStopError(code) || isRefusedSetting(code);
      if (turn !== null) return isStopped ? { ...watch, limit: said } : watch;
      // After other errors the agent may be started again.
      if (!isHalting(code)) return watch;
      return { ...watch, end: { kind: "halted", code, message: text, hint, seq } };
    }
    default:
      return watch;
  }
}
