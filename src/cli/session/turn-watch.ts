// What became of one prompt, folded from the log: it waits, its turn runs, and it ends; or a person is needed first.
import { type DataOf, type Event, understand } from "../../core/index.ts";

type Asked = Extract<DataOf<"permission">, { state: "asked" }>;

export type PromptOutcome =
  | {
      kind: "ended";
      turn: string;
      reason: DataOf<"turn_end">["reason"];
      error: string | null;
      durationMs: number | null;
      /** The whole text of the turn's last message; null when it said nothing. */
      message: string | null;
      seq: number;
    }
  /** Nothing goes on until somebody answers. */
  | { kind: "asks"; question: Asked; seq: number }
  /** Taken out of the queue before the agent got it. */
  | { kind: "withdrawn"; reason: string; seq: number }
  /** The agent could not be started; the prompt waits. */
  | { kind: "halted"; message: string; hint: string | null; seq: number };

export interface TurnWatch {
  readonly promptId: string;
  readonly turn: string | null;
  readonly message: { readonly id: string; readonly text: string } | null;
  readonly questions: readonly { readonly question: Asked; readonly seq: number }[];
  /** Once set it stays. */
  readonly end: PromptOutcome | null;
}

export const watchPrompt = (promptId: string): TurnWatch => ({
  promptId,
  turn: null,
  message: null,
  questions: [],
  end: null,
});

/** What there is to say when everything up to now was read. */
export function outcomeNow({ end, questions }: TurnWatch): PromptOutcome | null {
  const [first] = questions;
  return end ?? (first ? { kind: "asks", ...first } : null);
}

export function watchEvent(watch: TurnWatch, event: Event): TurnWatch {
  const known = watch.end ? null : understand(event);
  if (!known) return watch;
  const { promptId, turn, message, questions } = watch;
  const { seq } = known;
  switch (known.type) {
    case "turn_start":
      return known.data.promptId === promptId ? { ...watch, turn: known.data.turn } : watch;
    case "agent_message": {
      if (turn === null) return watch;
      const { messageId: id, text } = known.data;
      return { ...watch, message: { id, text: message?.id === id ? message.text + text : text } };
    }
    case "permission": {
      const others = questions.filter(({ question }) => question.id !== known.data.id);
      const isAsked = known.data.state === "asked";
      return { ...watch, questions: isAsked ? [...others, { question: known.data as Asked, seq }] : others };
    }
    case "turn_end": {
      if (known.data.turn !== turn) return watch;
      const { reason, error = null, durationMs = null } = known.data;
      return { ...watch, end: { kind: "ended", turn, reason, error, durationMs, message: message?.text ?? null, seq } };
    }
    case "prompt_withdrawn":
      if (known.data.promptId !== promptId) return watch;
      return { ...watch, end: { kind: "withdrawn", reason: known.data.reason, seq } };
    case "error": {
      // The daemon's own errors outside of a turn say that no turn will come; an agent's may be followed by another try.
      if (turn !== null || known.by.kind !== "daemon") return watch;
      const { message: text, hint = null } = known.data;
      return { ...watch, end: { kind: "halted", message: text, hint, seq } };
    }
    default:
      return watch;
  }
}
