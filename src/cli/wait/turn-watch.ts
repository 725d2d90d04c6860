// What became of one prompt, folded from the log: its turn runs, and it ends. What it waits for before that, the state tells (core/prompt/wait).
import {
  type DataOf,
  type Event,
  type HeldWait,
  isHalting,
  isRefusedSetting,
  isStopError,
  type KnownEvent,
  type OpenPermission,
  understand,
} from "../../core/index.ts";
import type { Asked } from "../render/choices.ts";

export type PromptOutcome =
  | {
      kind: "ended";
      turn: string;
      reason: DataOf<"turn_end">["reason"];
      error: string | null;
      /** What stopped the turn, where no person did. */
      limit?: Limit;
      /** Set when it failed because nobody is logged in. */
      login?: Limit;
      durationMs: number | null;
      /** The whole text of the turn's last message; null when it said nothing. */
      message: string | null;
      seq: number;
    }
  /** Nothing goes on until somebody answers. `isQueued`: the prompt waits for the turn that asks. */
  | { kind: "asks"; question: OpenPermission & Pick<Asked, "rule">; isQueued: boolean; seq: number }
  /** Nothing goes on until somebody does what it waits for; `nowMs` is when that was seen. */
  | { kind: "waits"; wait: HeldWait; nowMs: number; seq: number }
  /** Taken out of the queue before the agent got it. */
  | { kind: "withdrawn"; reason: string; seq: number }
  /** The agent could not be started; the prompt waits. */
  | { kind: "halted"; code: string | null; message: string; hint: string | null; seq: number };

/** What drivers call it. */
export const LOGIN_NEEDED = "not_logged_in";

interface Limit {
  readonly message: string;
  readonly hint: string | null;
}

export interface TurnWatch {
  readonly promptId: string;
  readonly turn: string | null;
  readonly message: { readonly id: string; readonly text: string } | null;
  /** The limit that its turn has reached, or what else it was stopped for. */
  readonly limit: Limit | null;
  /** Its turn has found nobody logged in. */
  readonly login: Limit | null;
  /** Once set it stays. */
  readonly end: PromptOutcome | null;
}

export const watchPrompt = (promptId: string): TurnWatch => ({
  promptId,
  turn: null,
  message: null,
  limit: null,
  login: null,
  end: null,
});

export function watchEvent(watch: TurnWatch, event: Event): TurnWatch {
  const known = watch.end ? null : understand(event);
  return known ? watchTurn(watch, known) : watch;
}

function watchTurn(watch: TurnWatch, known: KnownEvent): TurnWatch {
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
      // Others may be followed by another try.
      if (!isHalting(code)) return watch;
      return { ...watch, end: { kind: "halted", code, message: text, hint, seq } };
    }
    default:
      return watch;
  }
}
