// What became of one prompt, folded from the log: it waits, its turn runs, and it ends; or somebody holds it.
import {
  type DataOf,
  type Event,
  isHalting,
  isRefusedWish,
  isStopError,
  type KnownEvent,
  type OpenPermission,
  understand,
} from "../../core/index.ts";
import type { Asked } from "../render/choices.ts";
import type { Wait } from "./what-it-waits-for.ts";

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
  /** Nothing goes on until somebody does what it waits for. */
  | { kind: "waits"; wait: Exclude<Wait, { kind: "passing" }>; seq: number }
  /** Taken out of the queue before the agent got it. */
  | { kind: "withdrawn"; reason: string; seq: number }
  /** The agent could not be started; the prompt waits. */
  | { kind: "halted"; code: string | null; message: string; hint: string | null; seq: number };

/** Somebody must let the queue go, or this prompt, unless that was done meanwhile. */
interface Held {
  readonly kind: "held";
  readonly what: "queue" | "prompt";
  readonly seq: number;
}

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
  /** An interrupt holds the queue; whoever interrupts in order to send something lets it go in the same breath. */
  readonly isInterrupted: boolean;
  readonly held: Held | null;
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
  isInterrupted: false,
  held: null,
  limit: null,
  login: null,
  end: null,
});

/** What there is to say when everything up to now was read. */
export const outcomeNow = ({ end, held }: TurnWatch): PromptOutcome | Held | null => end ?? held;

export function watchEvent(watch: TurnWatch, event: Event): TurnWatch {
  const known = watch.end ? null : understand(event);
  if (!known) return watch;
  return watchTurn(watch.turn === null ? watchQueue(watch, known) : watch, known);
}

/** As long as it waits, it may be held. */
function watchQueue(watch: TurnWatch, { type, data, seq }: KnownEvent): TurnWatch {
  const { promptId, held, isInterrupted } = watch;
  const isOwn = "promptId" in data && data.promptId === promptId;
  const holding = (what: Held["what"]): Held => ({ kind: "held", what, seq });
  switch (type) {
    case "prompt_queued": {
      if (isOwn && data.held) return { ...watch, held: holding("prompt") };
      // What waits for something of its own is no word to go on.
      const letsGo = !data.held && data.notBefore === undefined && data.after === undefined;
      return letsGo ? { ...watch, isInterrupted: false, held: held?.what === "queue" ? null : held } : watch;
    }
    case "prompt_edited":
      return isOwn && data.held !== undefined ? { ...watch, held: data.held ? holding("prompt") : null } : watch;
    case "queue_paused":
      return { ...watch, isInterrupted: false, held: data.paused ? holding("queue") : null };
    case "interrupt":
      return data.state === "requested" ? { ...watch, isInterrupted: true } : watch;
    case "turn_end":
      return isInterrupted ? { ...watch, isInterrupted: false, held: holding("queue") } : watch;
    case "error":
      return isRefusedWish(data.code) ? { ...watch, held: holding("queue") } : watch;
    case "user_prompt":
      return isOwn ? { ...watch, turn: data.turn, held: null } : watch;
    default:
      return watch;
  }
}

function watchTurn(watch: TurnWatch, known: KnownEvent): TurnWatch {
  const { promptId, turn, message, limit } = watch;
  const { seq } = known;
  switch (known.type) {
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
      const isStopped = known.by.kind === "policy" || isStopError(code) || isRefusedWish(code);
      if (turn !== null) return isStopped ? { ...watch, limit: said } : watch;
      // Others may be followed by another try.
      if (!isHalting(code)) return watch;
      return { ...watch, end: { kind: "halted", code, message: text, hint, seq } };
    }
    default:
      return watch;
  }
}
