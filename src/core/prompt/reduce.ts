// A prompt leaves the queue once: delivered or withdrawn. Its outcome is remembered for a while.
import type { DataOf, KnownEvent } from "../event.ts";
import { isRefusedSetting } from "../setting/refused.ts";
import { type PromptOutcome, type PromptState, QUEUE_LIMIT, type QueuedPrompt, REMEMBERED_PROMPTS } from "./state.ts";
import { promptTitle } from "./title.ts";

export function reducePrompt(state: PromptState, event: KnownEvent): PromptState {
  switch (event.type) {
    case "prompt_queued":
      return enqueue(state, event);
    case "prompt_edited":
      return { ...state, queue: state.queue.map((one) => edited(one, event)) };
    case "queue_ordered":
      return { ...state, queue: ordered(state.queue, event.data.order) };
    case "queue_paused":
      return { ...state, paused: event.data.paused };
    case "renamed":
      return event.by.kind === "agent" ? { ...state, title: promptTitle(event.data.name ?? "") ?? state.title } : state;
    case "user_prompt": {
      const { promptId, turn } = event.data;
      return leave(state, {
        promptId,
        state: "delivered",
        by: event.by,
        seq: event.seq,
        at: event.at,
        turn,
        reason: null,
      });
    }
    case "prompt_withdrawn": {
      const { promptId, reason } = event.data;
      return leave(state, {
        promptId,
        state: "withdrawn",
        by: event.by,
        seq: event.seq,
        at: event.at,
        turn: null,
        reason,
      });
    }
    case "turn_end":
      return { ...state, recent: state.recent.map((one) => ended(one, event)) };
    case "interrupt":
      return event.data.state === "requested" ? { ...state, paused: true } : state;
    case "error":
      return isRefusedSetting(event.data.code) ? { ...state, paused: true } : state;
    default:
      return state;
  }
}

type EventOf<T extends KnownEvent["type"]> = Extract<KnownEvent, { type: T }>;

function enqueue(state: PromptState, { data, by, seq, at, blobs }: EventOf<"prompt_queued">): PromptState {
  const { promptId, text, files, command, before, notBefore, after, held, heldWithQueue, steer } = data;
  if (state.queue.length >= QUEUE_LIMIT || state.queue.some((one) => one.promptId === promptId)) return state;
  const queued: QueuedPrompt = {
    promptId,
    text,
    by,
    seq,
    queuedAt: at,
    notBefore: notBefore ?? null,
    after: after ?? null,
    held: held ?? false,
    ...(held && heldWithQueue ? { heldWithQueue } : {}),
    steer: steer ?? null,
    ...(blobs ? { blobs } : {}),
    ...(files ? { files } : {}),
    ...(command ? { command } : {}),
  };
  const found = before === null ? 0 : state.queue.findIndex((one) => one.promptId === before);
  const place = before === undefined || found < 0 ? state.queue.length : found;
  return {
    ...state,
    queue: state.queue.toSpliced(place, 0, queued),
    // A prompt with its own condition does not lift the hold.
    paused: state.paused && (queued.held || queued.notBefore !== null || queued.after !== null),
    title: state.title ?? promptTitle(text),
  };
}

function edited(prompt: QueuedPrompt, { data, blobs, seq }: EventOf<"prompt_edited">): QueuedPrompt {
  if (prompt.promptId !== data.promptId) return prompt;
  const { text, notBefore, after, held } = data;
  const { blobs: former, heldWithQueue: was, ...rest } = prompt;
  const words = text === undefined ? { text: prompt.text, blobs: former } : { text, blobs };
  const isWithQueue = held === undefined ? was : held && data.heldWithQueue;
  return {
    ...rest,
    editedSeq: seq,
    text: words.text,
    ...(words.blobs ? { blobs: words.blobs } : {}),
    ...(isWithQueue ? { heldWithQueue: true } : {}),
    notBefore: notBefore === undefined ? prompt.notBefore : notBefore,
    after: after === undefined ? prompt.after : after,
    held: held ?? prompt.held,
  };
}

/** Prompts that the order does not name come after those that it does. */
function ordered(queue: readonly QueuedPrompt[], order: DataOf<"queue_ordered">["order"]): QueuedPrompt[] {
  const place = (one: QueuedPrompt): number => {
    const index = order.indexOf(one.promptId);
    return index < 0 ? order.length : index;
  };
  return queue.toSorted((a, b) => place(a) - place(b));
}

const leave = (state: PromptState, outcome: PromptOutcome): PromptState => ({
  ...state,
  queue: state.queue.filter(({ promptId }) => promptId !== outcome.promptId),
  recent: [...state.recent.filter(({ promptId }) => promptId !== outcome.promptId), outcome].slice(-REMEMBERED_PROMPTS),
});

/** The outcome of a prompt whose turn ends for this reason. */
export const stateAtEnd = {
  completed: "done",
  interrupted: "interrupted",
  failed: "failed",
  refused: "failed",
  limit: "failed",
} as const satisfies Record<DataOf<"turn_end">["reason"], PromptOutcome["state"]>;

function ended(one: PromptOutcome, { data, seq, at }: EventOf<"turn_end">): PromptOutcome {
  if (one.state !== "delivered" || one.turn !== data.turn) return one;
  const state = stateAtEnd[data.reason];
  return { ...one, state, seq, at, reason: state === "failed" ? (data.error ?? data.reason) : null };
}
